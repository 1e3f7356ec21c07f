import type { JobRequest } from '../../../../contract/job-request.ts'
import type { Account } from '../../../api/credentials.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import styles from './request-panel.module.css'
import { curlCommand, requestJson, type Extent } from './request-text.ts'

/** What will be sent, letter for letter, for those who want to see it or to send it from elsewhere. */
export function RequestPanel({ request, account }: { request: JobRequest; account: Account | undefined }) {
  return (
    <Disclosure summary="Request">
      <div className={styles.panel}>
        <Code label="JSON" text={(extent) => requestJson(request, extent)} />
        {account ? <Code label="curl" text={(extent) => curlCommand(request, account, extent)} /> : null}
      </div>
    </Disclosure>
  )
}

function Code({ label, text }: { label: string; text: (extent: Extent) => string }) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {label}
        <CopyButton size="s" variant="quiet" text={() => text('whole')}>
          Copy {label}
        </CopyButton>
      </figcaption>
      {/* A long line scrolls, and what scrolls has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} aria-label={label}>
        {text('shown')}
      </pre>
    </figure>
  )
}
