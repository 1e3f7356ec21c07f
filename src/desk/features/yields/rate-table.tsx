import { useState } from 'react'
import { shortened } from '../../../text/cut-text.ts'
import { Button } from '../../ui/button.tsx'
import { figure, percent } from '../../ui/number-words.ts'
import styles from './rate-table.module.css'
import { rateWords, reasonWords } from './rate-words.ts'
import type { KeepRate } from '../../library/view/keep-rates.ts'

const maxShown = 8

/** A chart that is a table: the figures are text, the bars are only visual. */
export function RateTable({ of, rates }: { of: 'Keyword' | 'Category'; rates: readonly KeepRate[] }) {
  const [all, setAll] = useState(false)
  const shown = all ? rates : rates.slice(0, maxShown)
  return (
    <div>
      <table className={styles.table} aria-label={of === 'Keyword' ? 'Keywords' : 'Categories'}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            <th scope="col">Kept</th>
            <th scope="col" className={styles.figures}>
              Of those decided on
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((rate) => (
            <tr key={rate.name}>
              <th scope="row" className={styles.name}>
                <bdi>{shortened(rate.name, 200)}</bdi>
              </th>
              <td className={styles.plot}>
                <Bar rate={rate} />
                <span className={styles.share}>{percent(rate.kept / rate.decided)}</span>
              </td>
              <td className={styles.figures}>
                {rateWords(rate)}
                {rate.reasons.length > 0 ? <bdi className={styles.reasons}>{reasonWords(rate)}</bdi> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rates.length > maxShown ? (
        <Button size="s" variant="quiet" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${figure(rates.length)}`}
        </Button>
      ) : null}
    </div>
  )
}

/** The share that was kept and, over it, the interval in which the true share may lie. */
function Bar({ rate: { kept, decided, low, high } }: { rate: KeepRate }) {
  const x = (share: number) => `${share * 100}%`
  return (
    <svg className={styles.bar} aria-hidden="true" focusable="false">
      <rect className={styles.track} width="100%" height="100%" rx="2" />
      <rect className={styles.kept} width={x(kept / decided)} height="100%" rx="2" />
      <line className={styles.likely} x1={x(low)} x2={x(high)} y1="50%" y2="50%" />
    </svg>
  )
}
