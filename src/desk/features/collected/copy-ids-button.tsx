import { unpackIds } from '../../../contract/ids.ts'
import { useLibrary } from '../../intake/intake-context.tsx'
import type { JobKey } from '../../library/records.ts'
import { CopyButton } from '../../ui/copy-button.tsx'

/** Ids one a line, read when the button is pressed; of everything on the device without `keys`. */
export function CopyIdsButton({ keys, children }: { keys?: readonly JobKey[]; children: string }) {
  const library = useLibrary()
  const ids = async () => unpackIds(await library.receivedIds(keys)).join('\n')
  return (
    <CopyButton size="s" text={ids}>
      {children}
    </CopyButton>
  )
}
