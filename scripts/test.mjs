import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { buildIfNeeded } from './build.mjs'

const reports = mkdtempSync(path.join(tmpdir(), 'article-desk-test-'))

/**
 * Every check, one after another, none skipped because an earlier one failed; the last line is the sum.
 * `npm test -- unit` runs one of them, `npm test -- e2e tabs` the end-to-end tests of files so named. A test that fails
 * is tried once more, as a busy machine is no fault of the desk; one that passes only then is named before the sum,
 * because a race of ours would show the same way.
 */
const checks = {
  types: () => tool('typescript/bin/tsc', ['--noEmit']),
  lint: () => tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  format: () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  unit: runUnitTests,
  e2e: runBrowserTests,
}

export async function run(args) {
  const { wanted, filters } = readArgs(args)

  const sum = { passed: 0, failed: 0, skipped: 0 }
  const wavered = /** @type {string[]} */ ([])
  for (const name of wanted) {
    console.log(`\n== ${name}`)
    const startedAt = Date.now()
    const result = await checks[name](filters).catch((error) => {
      console.error(error)
      return { passed: 0, failed: 1 }
    })
    console.log(`== ${name}: ${sentence(result)} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
    for (const key of Object.keys(sum)) sum[key] += result[key] ?? 0
    wavered.push(...(result.wavered ?? []))
  }
  console.log('')
  for (const name of wavered) console.log(`Passed only when tried again: ${name}`)
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(sentence(sum))
  process.exitCode = sum.failed > 0 ? 1 : 0
}

/** Names of checks, and after `unit` or `e2e` alone also parts of file names. */
function readArgs(args) {
  const known = args.filter((arg) => arg in checks)
  const filters = args.filter((arg) => !(arg in checks))
  const takesFilters = known.length === 1 && /^(unit|e2e)$/.test(known[0])
  if (filters.length > 0 && !takesFilters)
    throw new Error(`There is no check named ${filters.join(', ')}: ${Object.keys(checks).join(', ')}`)
  return { wanted: known.length > 0 ? known : Object.keys(checks), filters }
}

const sentence = ({ passed, failed }) => `${passed} passed, ${failed} failed`

async function runUnitTests(filters) {
  const report = path.join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { failed } = await tool('vitest/vitest.mjs', [
    'run',
    '--retry=1',
    '--silent=passed-only',
    ...reporters,
    ...filters,
  ])
  return counted(failed, report, (json) => ({
    passed: json.numPassedTests,
    failed:
      json.numFailedTests +
      json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
    wavered: json.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => test.fullName),
  }))
}

async function runBrowserTests(filters) {
  await buildIfNeeded()
  const report = path.join(reports, 'e2e.json')
  const env = { CHROMIUM_PATH: await findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '-c', 'e2e', '--retries=1', '--reporter=list,json', ...filters]
  const { failed } = await tool('@playwright/test/cli.js', args, env)
  return counted(failed, report, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    wavered: specsOf(suites)
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => title),
  }))
}

const specsOf = (suites = []) => suites.flatMap(({ specs, suites }) => [...(specs ?? []), ...specsOf(suites)])

/** A runner that fails without a failed test (a crash, a file that won't load) counts as one failure. */
function counted(runnerFailed, report, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report, 'utf8')))
    return runnerFailed && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch (error) {
    console.error(`The report could not be read: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}

/** Runs a tool of ours by its own script rather than through a shell, so that it is the same on every system. */
function tool(script, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join('node_modules', script), ...args], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('close', (code) => resolve(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }))
  })
}
