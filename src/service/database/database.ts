export interface Answer<Row> {
  readonly rows: Row[]
  readonly rowCount: number
}

export interface Query {
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Answer<Row>>
}

export interface Database extends Query {
  /** Commits what `work` did when it resolves, undoes it when it rejects. Inside, ask `tx` and nothing else. */
  transaction<T>(work: (tx: Query) => Promise<T>): Promise<T>
  /**
   * Lets one process after another do what several that start at once would do twice: filling a new database, say.
   * Not from inside a transaction, or of itself.
   */
  oneByOne<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
  readonly kind: 'embedded' | 'postgres'
}
