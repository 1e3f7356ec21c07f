/** What to say where something could not be written: what happened, what is safe, what to do next. */
export const notKept = 'This device would not keep it. Nothing was changed; make room and try again.'
