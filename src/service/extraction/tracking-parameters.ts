/** Whether a parameter only says where a reader comes from: feeds add some, which a page's own links don't have. */
export const isTrackingParameter = (name: string): boolean =>
  /^(?:utm_\w+|\w*clid|mc_[ce]id|_hs\w+|_ga|igshid|cmpid|ncid|xtor|at_(?:medium|campaign)|wt_mc)$/i.test(name)
