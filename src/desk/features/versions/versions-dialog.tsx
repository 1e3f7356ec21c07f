import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { ArticleId } from '../../../contract/ids.ts'
import { useWorkerApi } from '../../worker-client/worker-context.tsx'
import { comparisonQuery, versionsQuery } from '../../worker-client/library-queries.ts'
import { jobNumber } from '../../library/jobs/job-title.ts'
import { shownTitle } from '../../library/records.ts'
import type { ArticleVersion } from '../../library/view/view.ts'
import { pluralize } from '../../ui/number-words.ts'
import { fullDateWords } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SideBySide, TextsUnreadable } from '../../ui/side-by-side.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './versions-dialog.module.css'

/** Two versions of an article's text side by side, the earlier on the left. */
export function VersionsDialog({ id, onClose }: { id: ArticleId; onClose: () => void }) {
  const versions = useQuery(versionsQuery(useWorkerApi(), id))
  return (
    <Dialog
      wide
      onClose={onClose}
      title={versions.data ? pluralize(versions.data.length, 'version') : 'Versions'}
      description="This article was delivered with more than one text. All of them are kept: each job has its own, and the library the newest."
    >
      {versions.isError ? <TextsUnreadable /> : null}
      {versions.isPending ? <Skeleton lines={8} /> : null}
      {versions.data ? (
        // With the focus here, keys scroll the texts: in Safari they would not otherwise.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div role="group" aria-label="Texts" tabIndex={0}>
          <Comparison versions={versions.data} />
        </div>
      ) : null}
    </Dialog>
  )
}

/** @param versions newest first */
function Comparison({ versions }: { versions: readonly ArticleVersion[] }) {
  const worker = useWorkerApi()
  // Not their places: a version that comes in meanwhile would put others under the editor's eyes.
  const [chosen, choose] = useState({ before: versions[1] ?? versions[0], after: versions[0] })
  const places = placesOf(chosen, versions)
  const [before, after] = [versions[places.before], versions[places.after]]
  const comparison = useQuery({
    ...comparisonQuery(worker, before?.text ?? '', after?.text ?? ''),
    enabled: before !== undefined && after !== undefined,
    // Otherwise the choice of a version would go, and the focus with it.
    placeholderData: keepPreviousData,
  })
  if (!before || !after) return null
  if (comparison.isError) return <TextsUnreadable />
  if (!comparison.data) return <Skeleton lines={8} />
  const choice = (side: 'before' | 'after', label: string) =>
    versions.length < 3 ? null : (
      <select
        aria-label={label}
        className={styles.choice}
        value={places[side]}
        onChange={({ target }) => choose({ before, after, [side]: versions[Number(target.value)] })}
      >
        {versions.map((version, place) => (
          <option key={place} value={place}>
            {versionWords(version)}
          </option>
        ))}
      </select>
    )
  return (
    <SideBySide
      {...comparison.data}
      before={<Head version={before}>{choice('before', 'First text')}</Head>}
      after={<Head version={after}>{choice('after', 'Second text')}</Head>}
    />
  )
}

interface Chosen {
  readonly before: ArticleVersion | undefined
  readonly after: ArticleVersion | undefined
}

/** The places of the two newest, if one of those chosen has gone with its job. */
function placesOf(chosen: Chosen, versions: readonly ArticleVersion[]): { before: number; after: number } {
  const placeOf = (version?: ArticleVersion) =>
    versions.findIndex(({ title, text }) => title === version?.title && text === version.text)
  const places = { before: placeOf(chosen.before), after: placeOf(chosen.after) }
  return Math.min(places.before, places.after) < 0
    ? { before: Math.min(1, versions.length - 1), after: 0 }
    : places
}

function Head({ version, children }: { version: ArticleVersion; children: ReactNode }) {
  return (
    <>
      {children ?? <span className={styles.source}>{versionWords(version)}</span>}{' '}
      <span className={styles.title} dir="auto">
        {shownTitle(version.title)}
      </span>
    </>
  )
}

function versionWords({ jobKey, collectedAt, wordCount, signatureRemoved }: ArticleVersion): string {
  const signature =
    signatureRemoved === undefined ? [] : [signatureRemoved ? 'signatures removed' : 'signatures kept']
  return [
    `Job ${jobNumber(jobKey)}`,
    fullDateWords(collectedAt),
    pluralize(wordCount, 'word'),
    ...signature,
  ].join(', ')
}
