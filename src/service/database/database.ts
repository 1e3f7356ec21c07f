export interface Answer<Row> {
  readonly rows: Row[]
  readonly rowCount: number
}

export interface Query {
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Answer<Row>>
}

export interface TransactionOptions {
  /** How long one statement may take; `unlimited` for work at start that no request waits for. */
  readonly statementTimeoutMs?: number | 'unlimited'
}

export interface Database extends Query {
  /** Commits what `work` did when it resolves, undoes it when it rejects. Inside, ask `tx` and nothing else. */
  transaction<T>(work: (tx: Query) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Lets one process after another do what several that start at once would do twice: filling a new database, say.
   * Not from inside a transaction, or of itself.
   */
  withStartupLock<T>(work: () => Promise<T>): Promise<T>
  /**
   * Calls `onNotice` when another connection notifies the channel (`pg_notify`). Only a hint: notices are lost while
   * the connection is, behind a pooler in transaction mode always, and with the embedded database there are none.
   *
   * @param channel a lower-case SQL name
   */
  listen(channel: string, onNotice: () => void): { close(): Promise<void> }
  /** Of this process, and the questions that wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly 'waited-for': number }
  close(): Promise<void>
  readonly kind: 'embedded' | 'postgres'
}
