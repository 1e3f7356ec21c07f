import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { findBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'

/** These run the built programs; in a quick run they are left out. */
const programs = [
  'kills',
  'posts',
  'service',
  'faults',
  'large-requests',
  'text',
  'key',
  'random-use',
  'built',
]

const names = ['library', 'requests', 'time', 'answers', 'files', ...programs]

/** The whole run ends within half an hour. Trials that are then under way are finished. */
const longestMs = 27 * 60_000

/**
 * Tests the guarantees, and prints a table of how often each was tried and whether it held. `npm run trust -- quick` runs
 * a small part in half a minute; `npm run trust -- library time` some of the groups; `--part 0.1` a tenth of the
 * trials; `--seed 7` repeats a run.
 */
export async function run(args) {
  const isQuick = args.includes('quick')
  const seed = seedOf(args)
  const part = args.includes('--part') ? Number(args[args.indexOf('--part') + 1]) : 1
  const wanted = names.filter((name) => args.includes(name))
  const groups = wanted.length > 0 ? wanted : names
  const needsBuild = !isQuick && groups.some((name) => programs.includes(name))
  if (needsBuild) await buildIfNeeded()

  const folder = mkdtempSync(path.join(tmpdir(), 'article-desk-trust-'))
  const report = path.join(folder, 'rows.jsonl')
  const startedAt = Date.now()
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config=trust/vitest.config.ts',
      '--silent=passed-only',
      '--reporter=dot',
      ...groups.map((name) => `trust/${name}.trust`),
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        TRUST_REPORT: report,
        TRUST_SCALE: isQuick ? 'quick' : 'whole',
        TRUST_SEED: String(seed),
        TRUST_PART: String(part),
        TRUST_UNTIL: String(startedAt + longestMs),
        ...(needsBuild && { CHROMIUM_PATH: await findBrowser() }),
      },
    },
  )
  const rows = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').map(JSON.parse) : []
  rmSync(folder, { recursive: true, force: true })
  print(rows)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(
    `Seed ${seed}, ${isQuick ? 'quick' : part === 1 ? 'whole' : `${part} of the whole`}, ${seconds} s`,
  )
  process.exitCode = status === 0 && rows.length > 0 ? 0 : 1
}

/** The quick run uses a fixed seed, so that it fails because of a change and not by chance. */
function seedOf(args) {
  const given = Number(args[args.indexOf('--seed') + 1])
  if (args.includes('--seed') && Number.isSafeInteger(given)) return given
  return args.includes('quick') ? 1 : Math.floor(Math.random() * 2 ** 31)
}

function print(rows) {
  // Rows come in order of completion: group them by guarantee.
  const guarantees = [...new Set(rows.map(({ guarantee }) => guarantee))].sort((a, b) => a.localeCompare(b))
  const sorted = guarantees.flatMap((guarantee) => rows.filter((row) => row.guarantee === guarantee))
  const lines = sorted.map(({ guarantee, what, tried, held }) => [guarantee, `${what}: ${tried}`, held])
  const table = [['guarantee', 'tried', 'held'], ...lines]
  const widths = [0, 1].map((column) => Math.max(...table.map((row) => row[column].length)))
  console.log('')
  for (const [guarantee, tried, held] of table)
    console.log(`${guarantee.padEnd(widths[0])}  ${tried.padEnd(widths[1])}  ${held}`)
  console.log('')
}
