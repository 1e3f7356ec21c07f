/** Message for a failed write: what happened, what is safe, what to do next. */
export const notKept = 'This device could not save it. Nothing was changed; free up space and try again.'
