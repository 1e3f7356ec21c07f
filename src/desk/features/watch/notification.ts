import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
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
  const title = `Job ${record.jobId}`
  // It must not replace that of another account's job of the same number, nor name the account: it may outlive both.
  const tag = `article-desk-${record.key}-${record.startedAt}`
  const options = { body: jobStatus(record, false).words, tag }
  try {
    const notice = new Notification(title, options)
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      onOpen()
    })
  } catch {
    // Chrome on Android shows only the notifications of a service worker.
    void showByServiceWorker(title, { ...options, data: paths.job(record.key) }).catch(() => {})
  }
}

/** @param options the `data` is the address that the service worker opens where no tab of the desk is left */
async function showByServiceWorker(title: string, options: NotificationOptions): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.showNotification(title, options)
}
