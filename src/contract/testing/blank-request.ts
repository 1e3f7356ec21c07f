import { emptyIdList } from '../ids.ts'
import type { JobRequest } from '../job.ts'

export const blankRequest: JobRequest = { keywords: [], removeSignature: false, idsToSkip: emptyIdList }
