import { laterPart } from '../library/later-part.ts'
import { idWork } from './id-work.ts'
import type { IntakeParts } from './intake-parts.ts'
import type { Intake } from '../intake/intake.ts'
import { jobChecks } from './job-checks.ts'
import { requestSending } from './request-sending.ts'

/** Where the service and the library meet, in place: in a worker, or on a page that can have none, or in a test. */
export function createIntake(parts: IntakeParts): Intake {
  const { library, now } = parts
  const files = laterPart(async () => (await import('./file-work.ts')).fileWork(library, now))
  return {
    library,
    ...requestSending(parts),
    ...jobChecks(parts),
    ...files.methods({ makeArticleFile: true, makeBackup: true, restoreBackup: true, abandonFiles: true }),
    ...idWork(library),
  }
}
