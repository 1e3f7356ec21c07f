/** One line of the bench: a measurement, its floor and its budget. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** The same work done by the simplest possible code, in the same run. */
  readonly floor?: number | undefined
  /** Upper limit of the value or, if there is a floor, of the ratio to it. */
  readonly budget?: number | undefined
  /** Lower limit of the value. */
  readonly least?: number | undefined
}

export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map(({ name, value, unit, floor, budget, least }) => {
    const ratio = floor === undefined ? undefined : value / floor
    const judged = ratio ?? value
    const isWithin = least === undefined ? budget === undefined || judged <= budget : value >= least
    const limit = least ?? budget
    return [
      name,
      `${round(value)} ${unit}`,
      floor === undefined ? '' : `${round(floor)} ${unit}`,
      ratio === undefined ? '' : `${ratio.toFixed(2)}x`,
      limit === undefined
        ? ''
        : `${limit.toLocaleString('en')}${ratio === undefined || least !== undefined ? ` ${unit}` : 'x'}`,
      limit === undefined ? '' : isWithin ? 'within' : least === undefined ? 'OVER' : 'UNDER',
    ]
  })
  print([[title, 'ours', 'floor', 'ratio', 'budget', ''], ...rows])
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

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

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
