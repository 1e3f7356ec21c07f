import type { Browser } from '@playwright/test'
import { byteFigures, paintFigures } from './page-figures.ts'
import { launchBrowser } from './browser.ts'
import { decisionFigures } from './decision-figures.ts'
import { duplicateFigures } from './duplicate-figures.ts'
import { printExtractionFigures } from './extraction-figures.ts'
import { fileFigures } from './file-figures.ts'
import { printFigures } from './figures.ts'
import { openJobFigures } from './open-job-figures.ts'
import { largeLibraryFigures, libraryFigures } from './library-figures.ts'
import { pasteFigures } from './paste-figures.ts'
import { replicaFigures } from './replica-figures.ts'
import { scaleFigures } from './scale-figures.ts'
import { searchFigures } from './search-figures.ts'
import { serviceFigures } from './service-figures.ts'
import { signatureFigures } from './signature-figures.ts'
import { skipFigures } from './skip-figures.ts'
import { startStubServer } from './stub-server.ts'
import { waitFigures } from './wait-figures.ts'

interface Tools {
  readonly browser: Browser
  /** The address of a service that answers at once. */
  readonly address: string
  /** Folder of saved pages with their true texts, if one was given. */
  readonly pages: string | undefined
  /** Number of articles, if one was given. */
  readonly count: number | undefined
}

type Group = (tools: Tools) => Promise<void> | void

const groups: Record<string, Group> = {
  bytes: async ({ browser, address }) => printFigures('Bytes', await byteFigures(browser, address)),
  paint: async ({ browser, address }) => printFigures('Paint', await paintFigures(browser, address)),
  waits: async ({ browser, address }) => printFigures('Waits', await waitFigures(browser, address)),
  'open-job': async ({ browser, address }) =>
    printFigures('Open job', await openJobFigures(browser, address)),
  paste: () => printFigures('Paste', pasteFigures()),
  decisions: async ({ browser, address }) =>
    printFigures('Decisions', await decisionFigures(browser, address)),
  library: async ({ browser, address }) => printFigures('Library', await libraryFigures(browser, address)),
  large: async ({ address, count = 100_000 }) =>
    printFigures(`${count.toLocaleString('en')} articles`, await largeLibraryFigures(address, count)),
  search: async ({ browser }) => printFigures('Search', await searchFigures(browser)),
  duplicates: async () => printFigures('Near-duplicates', await duplicateFigures()),
  skip: async ({ browser, address }) => printFigures('Skipped articles', await skipFigures(browser, address)),
  files: async () => printFigures('Files', await fileFigures()),
  service: async () => printFigures('Service', await serviceFigures()),
  signatures: ({ pages }) => printFigures('Signatures', signatureFigures(pages)),
  extraction: ({ pages }) => printExtractionFigures(pages),
}
/** These take minutes, so they only run when asked for by name: `npm run bench -- large 1000000`. */
const slowGroups = ['large']

const given = process.argv.slice(2)
const [first] = given
const count = given.map(Number).find(Number.isInteger)
// Both need a PostgreSQL, and end with its connections: `npm run bench -- scale 1000000`, `-- replicas 30000`.
if (first === 'scale' || first === 'replicas') {
  await (first === 'scale' ? scaleFigures(count ?? 100_000) : replicaFigures(count ?? 30_000))
  process.exit()
}

const stub = await startStubServer()
const browser = await launchBrowser()
const pages = given.find((word) => !(word in groups) && word !== String(count))
const tools = { browser, address: stub.address, pages, count }
try {
  for (const [name, run] of Object.entries(groups))
    if (given.length > 0 ? given.includes(name) : !slowGroups.includes(name)) await run(tools)
} finally {
  await browser.close()
  await stub.stop()
}
