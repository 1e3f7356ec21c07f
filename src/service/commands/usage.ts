export const usage = `Usage: npm run service -- [options]              run the service
       npm run service -- COMMAND

  --port N                   the port (or PORT); by default 4400, or the next free one
  --host HOST                the address to listen on; by default 127.0.0.1, for this machine only
  --desk DIR                 serve the built desk too
  --role ROLE                with PostgreSQL: web handles requests, worker does the jobs; by default both. A worker that
                             has a port serves /healthz, /readyz and /metrics there
  --service URL              only the desk, which forwards its calls to a service elsewhere
  --allow-private HOST       allow sources on this host of a private network (also after a command); repeatable

  settings-link EMAIL        make a link that opens the settings page of an account once
  account add EMAIL          make an account, with a random API key
  account list               list all accounts
  account remove EMAIL       remove an account with its jobs
  source add ADDRESS --category NAME
                             collect from a feed, a sitemap, a page with links or a search with {keywords} in it
  source try ADDRESS|FILE|FOLDER [--json]
                             show what would be collected, and save nothing; a file is a saved page, feed or sitemap
  source list                list all sources, with what they brought and their problems
  source pause|resume|remove|refresh ID
  source category ID NAME    move a source and its articles to another category; "" for none
  source import FILE.opml [--category NAME], source export [FILE.opml]
  source add folder PATH --category NAME
                             import the articles of a folder (.md, .txt, .html, .json, .jsonl)

Environment: DATA_DIR (./data), DATABASE_URL (PostgreSQL instead of the embedded database; may name several hosts),
DATABASE_READ_URL (replicas to read from), DATABASE_LISTEN_URL (to bypass PgBouncer), ACCOUNT_EMAIL (of the first
account), LOG (off, errors, requests), TRUST_PROXY (yes behind a proxy that sets X-Forwarded-For), ALLOWED_HOSTS (the
names of the service, besides localhost; links begin with the first), REQUESTS_PER_MINUTE (per account, 6000),
METRICS_TOKEN (enables /metrics), CONTACT (a URL or e-mail, sent to the sites that are fetched from).`
