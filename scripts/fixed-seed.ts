import * as fc from 'fast-check'

/**
 * Property tests try the same values each time, so that a run fails because of a change and not by chance. `SEED=7 npm
 * test -- unit` tries others.
 */
fc.configureGlobal({ seed: Number(process.env['SEED'] ?? 1) })
