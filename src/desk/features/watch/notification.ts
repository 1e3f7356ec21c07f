import type { JobRecord } from '../../library/records.ts'
import { jobStatus } from './job-status.ts'

export const notifySetting = 'notify-when-ready'

/** What the browser thinks of notifications here; `unsupported` on plain http and in some private modes. */
export function notificationAccess(): NotificationPermission | 'unsupported' {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
}

/**
 * The same for what is drawn. To read the one above, a page stands still until the browser's main process has answered:
 * more than drawing a screen takes.
 */
export async function askNotificationAccess(): Promise<ReturnType<typeof notificationAccess>> {
  if (typeof Notification === 'undefined') return 'unsupported'
  try {
    const { state } = await navigator.permissions.query({ name: 'notifications' })
    return state === 'prompt' ? 'default' : state
  } catch {
    return notificationAccess()
  }
}

/** Says that a job has ended. Never article text: a notification is shown on locked screens. */
export function showDone(record: JobRecord, onOpen: () => void): void {
  if (notificationAccess() !== 'granted') return
  const notice = new Notification(`Job ${record.jobId}`, {
    body: jobStatus(record, false).words,
    tag: `article-desk-${record.key}`,
  })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
    onOpen()
  })
}
