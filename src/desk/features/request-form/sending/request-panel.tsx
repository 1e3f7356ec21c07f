import { emptyIdList, type IdList } from '../../../../contract/ids.ts'
import type { JobRequest } from '../../../../contract/job.ts'
import type { Account } from '../../../api/credentials.ts'
import type { SkipCount } from '../../../worker-protocol/worker-api.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import styles from './request-panel.module.css'
import { curlCommand, requestJson } from './request-text.ts'

export interface RequestPanelProps {
  /** Without ids to skip. */
  request: JobRequest
  /** The first of the ids to skip, and their number. */
  skips: SkipCount | undefined
  /** All ids to skip. */
  readSkips: () => Promise<IdList>
  account: Account | undefined
}

/** The exact request, for those who want to see it or send it from elsewhere. */
export function RequestPanel({ request, skips, readSkips, account }: RequestPanelProps) {
  const shown = { ...request, idsToSkip: skips?.shown ?? emptyIdList }
  const readWhole = async () => ({ ...request, idsToSkip: await readSkips() })
  return (
    <Disclosure summary="Request">
      <div className={styles.panel}>
        <Code
          label="JSON"
          shown={requestJson(shown, skips?.count)}
          copied={async () => requestJson(await readWhole())}
        />
        {account ? (
          <Code
            label="curl"
            shown={curlCommand(shown, account, skips?.count)}
            copied={async () => curlCommand(await readWhole(), account)}
          />
        ) : null}
      </div>
    </Disclosure>
  )
}

function Code({ label, shown, copied }: { label: string; shown: string; copied: () => Promise<string> }) {
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {label}
        <CopyButton size="s" variant="quiet" text={copied}>
          Copy {label}
        </CopyButton>
      </figcaption>
      {/* A long line scrolls, and a scrollable element must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} aria-label={label}>
        {shown}
      </pre>
    </figure>
  )
}
