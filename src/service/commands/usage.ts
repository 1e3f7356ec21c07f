export const usage = `Usage: npm run service -- [options]              run the service
       npm run service -- COMMAND

  --port N                   the port (or PORT); else 4400, or the next free one
  --host HOST                the address to listen on; else 127.0.0.1, this machine alone
  --desk DIR                 serve the built desk too
  --role ROLE                with PostgreSQL: web answers requests, worker does the jobs; else both. A worker that has a
                             port answers /healthz, /readyz and /metrics there
  --service URL              the desk alone, its calls passed on to a service elsewhere
  --allow-private HOST       lets sources be on this host of a private network (also behind a command); repeatable

  settings-link EMAIL        a link that opens the settings page of an account once
  account add EMAIL          make an account, with a random API key
  account list               all accounts
  account remove EMAIL       remove an account with its jobs
  source add ADDRESS --category NAME
                             collect from a feed, a sitemap, a page with links or a search with {keywords} in it
  source try ADDRESS|FILE|FOLDER [--json]
                             show what would be collected, and save nothing
  source list                all sources, with what they brought and their troubles
  source pause|resume|remove|refresh ID
  source import FILE.opml [--category NAME], source export [FILE.opml]
  source add folder PATH --category NAME
                             take in the articles of a folder (.md, .txt, .html, .json, .jsonl)

Environment: DATA_DIR (./data), DATABASE_URL (PostgreSQL instead of the embedded database; may name several hosts),
DATABASE_READ_URL (replicas to read from), DATABASE_LISTEN_URL (a way round PgBouncer), ACCOUNT_EMAIL (of the first
account), LOG (off, errors, requests), TRUST_PROXY (yes behind a proxy that sets X-Forwarded-For), ALLOWED_HOSTS (names
that it is asked by, beside localhost; to be set where a proxy passes its own on, with the one for links first),
REQUESTS_PER_MINUTE (of one account, 6000), METRICS_TOKEN (opens /metrics), CONTACT (an address or e-mail, told to the
sites that are fetched from).`
