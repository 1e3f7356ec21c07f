import { Alert } from '../ui/alert.tsx'

/** The device could not read the library: no screen can do its work. */
export function LibraryUnreadable() {
  return (
    <Alert tone="error" title="The library could not be read">
      What was collected is still on this device. Reload the page; if that does not help, close other tabs of
      the desk first.
    </Alert>
  )
}
