import { nothingRestored, type Restored } from '../library/backup/backup.ts'
import { readService } from '../library/jobs/service-reset.ts'
import type { Library } from '../library/library.ts'

/** Does what a backup and restore do, without the file in between. */
export async function copyLibrary(from: Library, to: Library): Promise<Restored> {
  const sum: Record<keyof Restored, number> = { ...nothingRestored }
  const [service] = await from.backupPart('service')
  const madeBy = service?.kind === 'setting' ? readService(service.value.value)?.id : undefined
  for (const part of await from.backupParts()) {
    const restored = await to.restorePart(await from.backupPart(part), madeBy)
    for (const key of Object.keys(sum) as (keyof Restored)[]) sum[key] += restored[key]
  }
  return sum
}
