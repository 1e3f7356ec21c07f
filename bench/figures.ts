/** One line of the bench: a measurement, its baseline and its budget. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The same work done by the simplest possible code, in the same run. */
  readonly baseline?: number | undefined
  /** Upper limit of the value or, with a baseline, of the ratio to it. */
  readonly budget?: number | undefined
  /** Lower limit of the value. */
  readonly least?: number | undefined
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, unit, baseline, budget, least }) => {
    const ratio = baseline === undefined ? undefined : value / baseline
    const judged = ratio ?? value
    const isWithin = least === undefined ? budget === undefined || judged <= budget : value >= least
    const limit = least ?? budget
    return [
      name,
      `${round(value)} ${unit}`,
      baseline === undefined ? '' : `${round(baseline)} ${unit}`,
      ratio === undefined ? '' : `${ratio.toFixed(2)}x`,
      limit === undefined
        ? ''
        : `${limit.toLocaleString('en')}${ratio === undefined || least !== undefined ? ` ${unit}` : 'x'}`,
      limit === undefined ? '' : isWithin ? 'within' : least === undefined ? 'OVER' : 'UNDER',
    ]
  })
  print([[title, 'ours', 'baseline', 'ratio', 'budget', ''], ...rows])
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

function round(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 })
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
  process.stdout.write('\n')
}
