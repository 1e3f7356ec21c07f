import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser, findHeadlessShell } from './browser.mjs'
import { isBuilt } from './build.mjs'

const reports = mkdtempSync(path.join(tmpdir(), 'article-desk-test-'))

/**
 * Runs every check, even after one fails. At the end come the failures once more, a line each, and the total. `npm test
 * -- unit` runs one of them, `npm test -- e2e tabs` the end-to-end tests in files of that name. Tests are not retried: one
 * that passes only the second time has a race, in the test or in the desk.
 */
const checks = {
  types: () => tool('node_modules/typescript/bin/tsc', ['--noEmit']),
  lint: () => tool('node_modules/oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  format: () => tool('node_modules/oxfmt/bin/oxfmt', ['--check']),
  build: buildOnce,
  unit: runUnitTests,
  trust: () => tool('scripts/boot.mjs', ['trust', 'quick']),
  e2e: runBrowserTests,
}

/** These use all processors and run one at a time; each of the others would leave some idle. */
const alone = new Set(['unit', 'trust', 'e2e'])

export async function run(args) {
  const { wanted, filters } = readArgs(args)
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const failures = []

  async function check(name) {
    const startedAt = Date.now()
    if (alone.has(name)) console.log(`\n== ${name}`)
    const result = await checks[name](filters).catch((error) => ({ ...failed, output: error.stack }))
    if (!alone.has(name)) console.log(`\n== ${name}`)
    if (result.output) console.log(result.output.trim())
    console.log(`== ${name}: ${sentence(result)} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
    for (const key of Object.keys(sum)) sum[key] += result[key] ?? 0
    if (result.failed > 0) failures.push(...(result.failures ?? [name]))
  }

  await Promise.all(wanted.filter((name) => !alone.has(name)).map(check))
  for (const name of wanted.filter((name) => alone.has(name))) await check(name)
  console.log('')
  for (const failure of failures) console.log(`Failed: ${failure}`)
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(sentence(sum))
  rmSync(reports, { recursive: true })
  process.exitCode = sum.failed > 0 ? 1 : 0
}

/** Names of checks; after a lone `unit` or `e2e`, also parts of file names. */
function readArgs(args) {
  const known = args.filter((arg) => arg in checks)
  const filters = args.filter((arg) => !(arg in checks))
  const takesFilters = known.length === 1 && (known[0] === 'unit' || known[0] === 'e2e')
  if (filters.length > 0 && !takesFilters)
    throw new Error(`There is no check named ${filters.join(', ')}: ${Object.keys(checks).join(', ')}`)
  return { wanted: known.length > 0 ? known : Object.keys(checks), filters }
}

const sentence = ({ passed, failed }) => `${passed} passed, ${failed} failed`

const passed = { passed: 1, failed: 0 }
const failed = { passed: 0, failed: 1 }

let build

function buildOnce() {
  build ??= isBuilt() ? Promise.resolve(passed) : tool('scripts/boot.mjs', ['build', '--quiet'])
  return build
}

async function runUnitTests(filters) {
  const report = path.join(reports, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['run', '--silent=passed-only', ...reporters, ...filters]
  const result = await tool('node_modules/vitest/vitest.mjs', args, { stdio: 'inherit' })
  return counted(result, report, (json) => ({
    passed: json.numPassedTests,
    failed:
      json.numFailedTests +
      json.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
        .length,
    skipped: json.numPendingTests + json.numTodoTests,
    failures: json.testResults
      .filter((file) => file.status === 'failed')
      .flatMap(({ name, message, assertionResults }) => {
        const file = path.relative('', name)
        const tests = assertionResults.filter((test) => test.status === 'failed')
        return tests.length > 0
          ? tests.map((test) => inShort(file, test.fullName, test.failureMessages[0]))
          : [inShort(file, message)]
      }),
  }))
}

async function runBrowserTests(filters) {
  const { failed: unbuilt, output } = await buildOnce()
  if (unbuilt) return { ...failed, output: `${output}\nThere is nothing to test: the build failed.` }
  const report = path.join(reports, 'e2e.json')
  // In this order, since looking for the first also installs the second.
  const [CHROMIUM_PATH, HEADLESS_SHELL_PATH] = [await findBrowser(), await findHeadlessShell()]
  const env = { ...process.env, CHROMIUM_PATH, HEADLESS_SHELL_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '-c', 'e2e', '--reporter=list,json', ...filters]
  const result = await tool('node_modules/@playwright/test/cli.js', args, { stdio: 'inherit', env })
  return counted(result, report, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: suites
      .flatMap(allSpecs)
      .filter((spec) => !spec.ok)
      .map(({ file, title, tests }) =>
        inShort(file, title, tests[0]?.results.find(({ error }) => error)?.error.message),
      ),
  }))
}

const allSpecs = ({ suites = [], specs }) => [...specs, ...suites.flatMap(allSpecs)]

/** One line: where, what, and the first line of why. */
const inShort = (...parts) =>
  parts.map((part = '') => stripVTControlCharacters(part).split('\n')[0]).join(' › ')

/** A runner that fails without a failed test (a crash, a file that won't load) counts as one failure. */
function counted(result, report, read) {
  try {
    const counts = read(JSON.parse(readFileSync(report, 'utf8')))
    return result.failed > 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch (error) {
    return { ...failed, output: `The report could not be read: ${error.message}` }
  }
}

/** Runs a tool by its script rather than through a shell, so that it works the same on every system. */
function tool(script, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], options)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('close', (code) => resolve({ ...(code === 0 ? passed : failed), output }))
  })
}
