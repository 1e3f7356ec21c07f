import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLibrary } from '../../worker-client/worker-context.tsx'
import { libraryKeys } from '../../worker-client/library-queries.ts'
import type { JobRecord } from '../../library/records.ts'
import { paths } from '../../paths.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { pluralize, figure } from '../../ui/number-words.ts'
import styles from './yield-details.module.css'
import { duplicateWords, yieldSentences } from './yield-words.ts'

/** Ids listed; copying includes all. */
const idsShown = 50

export function YieldDetails({ record }: { record: JobRecord }) {
  const library = useLibrary()
  const { key, articleCount, setAsideCount } = record
  const { data: report } = useQuery({
    queryKey: [...libraryKeys.views(library.name), 'yield', key, record.readyAt, articleCount],
    queryFn: () => library.yieldReport(key),
    gcTime: 15_000,
  })
  const returned = report?.returnedDespiteSkip ?? []
  return (
    <div className={styles.details}>
      {yieldSentences(record).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {articleCount > 0 ? (
        <p>
          {report ? duplicateWords(report.duplicateCount) : '\u00A0'}{' '}
          {report?.duplicateCount ? (
            <Link to={`${paths.library}?${new URLSearchParams({ job: key, duplicates: 'yes' })}`}>
              Show them
            </Link>
          ) : null}
        </p>
      ) : null}
      {returned.length > 0 ? (
        <div>
          <p className={styles.flagged}>
            {`${pluralize(returned.length, 'article')} ${returned.length === 1 ? 'was' : 'were'} delivered although the request asked to skip ${returned.length === 1 ? 'it' : 'them'}. The service did this; nothing here was lost.`}
          </p>
          <ul className={styles.ids} aria-label="Delivered although skipped">
            {returned.slice(0, idsShown).map((id) => (
              <li key={`${typeof id} ${id}`}>
                <Link to={paths.article(key, id)}>{id}</Link>
              </li>
            ))}
          </ul>
          <CopyButton size="s" text={() => returned.map((id) => JSON.stringify(id)).join('\n')}>
            Copy these ids
          </CopyButton>
        </div>
      ) : null}
      {setAsideCount > 0 ? <SetAsideList record={record} /> : null}
    </div>
  )
}

/** Elements of the response that were not articles: position, reason and beginning, as plain text. */
function SetAsideList({ record: { setAside, setAsideCount, articleCount } }: { record: JobRecord }) {
  return (
    <div>
      <p>
        {`${figure(setAsideCount)} could not be read as articles and ${setAsideCount === 1 ? 'was' : 'were'} set aside.`}
        {articleCount > 0 ? ' All others were kept.' : ''}
        {setAside.length < setAsideCount ? ` These are the first ${setAside.length}.` : ''}
      </p>
      <ol className={styles.list} aria-label="Set aside">
        {setAside.map(({ position, reason, sample }) => (
          <li key={position}>
            {`Number ${position + 1} ${reason}`}
            <code className={styles.sample} dir="auto">
              {sample}
            </code>
          </li>
        ))}
      </ol>
    </div>
  )
}
