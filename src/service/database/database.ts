export interface QueryResult<Row> {
  readonly rows: Row[]
  readonly rowCount: number
}

export interface Query {
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<QueryResult<Row>>
}

export interface TransactionOptions {
  /** Longest time for one statement; `unlimited` for work at start that no request waits for. */
  readonly statementTimeoutMs?: number | 'unlimited'
}

/** For work that only reads, and may read what was there seconds ago. */
export interface Reader extends Query {
  readonly kind: 'embedded' | 'postgres'
  /** Commits if `work` resolves, rolls back if it rejects. Inside, query only `tx`. */
  transaction<T>(work: (tx: Query) => Promise<T>, options?: TransactionOptions): Promise<T>
}

export interface Database extends Reader {
  /** A replica, or this database where the replica doesn't respond; unset if there is none. */
  readonly reader?: Reader | undefined
  /**
   * Runs `work` in one process at a time, for what processes starting together must not all do, such as filling a new
   * database. Not reentrant, and not allowed inside a transaction.
   */
  withStartupLock<T>(work: () => Promise<T>): Promise<T>
  /**
   * Calls `onNotice` when another connection notifies the channel (`pg_notify`). Only a hint: notices are lost while
   * the connection is down, and never sent by the embedded database. Behind a pooler in transaction mode, which passes
   * on none, it is called five times a second.
   *
   * @param channel a lower-case SQL name
   */
  listen(channel: string, onNotice: () => void): { close(): Promise<void> }
  /** This process's connections, and the number of queries waiting for one. */
  connections(): { readonly open: number; readonly idle: number; readonly 'waited-for': number }
  /** Resolves once an embedded directory may be held by another process; every query fails then. */
  readonly lost?: Promise<Error> | undefined
  close(): Promise<void>
}
