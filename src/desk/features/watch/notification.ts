import type { JobRecord } from '../../library/records.ts'
import { jobStatus } from './job-status.ts'

export const notifySetting = 'notify-when-ready'

/** The permission for notifications; `unsupported` on plain http and in some private modes. */
function notificationAccess(): NotificationPermission | 'unsupported' {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission
}

/**
 * The same, for rendering. Reading `Notification.permission` blocks the page until the browser's main process answers,
 * which takes longer than drawing a screen.
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

/** Announces that a job has ended. Never contains article text: notifications are shown on locked screens. */
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
