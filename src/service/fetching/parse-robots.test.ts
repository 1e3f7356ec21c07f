import { array, assert, constantFrom, oneof, property, string, uint8Array, webPath } from 'fast-check'
import { expect, test } from 'vitest'
import { maxRobotsBytes, parseRobots } from './parse-robots.ts'

const parse = (text: string) => parseRobots(Buffer.from(text))

test.each([
  ['', '/any', true],
  ['Disallow: /', '/any', true],
  ['User-agent: *\nDisallow:', '/any', true],
  ['User-agent: *\nDisallow: /', '/any', false],
  ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ['user-AGENT:*\rdisallow :/a#b\r\n', '/a', false],
  ['\uFEFFUser-agent: *\nDisallow: /a', '/a', false],
  ['User-agent: *\nDisallow: /a', '/A', true],
  ['User-agent: *\nDisallow: a', '/a', true],
  ['<html><body>Not found: sorry</body></html>', '/a', true],
  // which group applies
  ['User-agent: ArticleDesk\nDisallow: /', '/any', false],
  ['User-agent: articledesk/9.9 (x)\nDisallow: /', '/any', false],
  ['User-agent: Article\nDisallow: /', '/any', true],
  ['User-agent: ArticleDeskBot\nDisallow: /', '/any', true],
  ['User-agent: Other\nDisallow: /', '/any', true],
  ['User-agent: *\nDisallow: /\nUser-agent: ArticleDesk\nDisallow:', '/any', true],
  ['User-agent: ArticleDesk\nDisallow: /a\n\nUser-agent: *\nDisallow: /', '/b', true],
  ['User-agent: ArticleDesk\n\nUser-agent: *\nDisallow: /', '/b', false],
  ['User-agent: Other\nUser-agent: ArticleDesk\nDisallow: /', '/any', false],
  ['User-agent: ArticleDesk\nSitemap: /s.xml\nUser-agent: Other\nDisallow: /', '/any', false],
  ['User-agent: ArticleDesk\nDisallow: /a\nUser-agent: Other\nDisallow: /b', '/b', true],
  ['User-agent: *\nDisallow: /a\nUser-agent: Other\nDisallow: /\nUser-agent: *\nDisallow: /b', '/b', false],
  // the longest rule wins; on a tie, the one that allows
  ['User-agent: *\nAllow: /a\nDisallow: /a/b', '/a/b', false],
  ['User-agent: *\nAllow: /a/b\nDisallow: /a', '/a/b', true],
  ['User-agent: *\nDisallow: /a\nAllow: /a', '/a', true],
  ['User-agent: *\nAllow: /a\nDisallow: /a$', '/a', false],
  ['User-agent: *\nDisallow: /*.php\nAllow: /a', '/a/b.php', false],
  // asterisks and the end anchor
  ['User-agent: *\nDisallow: /*/x', '/a/b/x/y', false],
  ['User-agent: *\nDisallow: *.pdf', '/a.pdf?x', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x', true],
  ['User-agent: *\nDisallow: /*.pdf$', '/a.pdf.pdf', false],
  ['User-agent: *\nDisallow: /a$', '/a', false],
  ['User-agent: *\nDisallow: /a$', '/ab', true],
  ['User-agent: *\nDisallow: /$', '/', false],
  ['User-agent: *\nDisallow: /a*$', '/abc', false],
  ['User-agent: *\nDisallow: /ab*bc$', '/abc', true],
  ['User-agent: *\nDisallow: /a**b', '/axxb', false],
  ['User-agent: *\nDisallow: /a$b', '/a$b', false],
  ['User-agent: *\nDisallow: /a-%2A', '/a-*', false],
  ['User-agent: *\nDisallow: /a-%2A', '/a-b', true],
  ['User-agent: *\nDisallow: /*?page=', '/list?page=2', false],
  // normalization
  ['User-agent: *\nDisallow: /caf\u00e9', '/caf%C3%A9', false],
  ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9', false],
  ['User-agent: *\nDisallow: /%62%61%7A', '/baz', false],
  ['User-agent: *\nDisallow: /baz', '/%62%61%7a', false],
  ['User-agent: *\nDisallow: /a/b', '/a%2Fb', true],
  ['User-agent: *\nDisallow: /100%', '/100%', false],
])('by %j, %s is allowed: %s', (text, target, expected) => {
  expect(parse(text).allows(target)).toBe(expected)
})

test.each([
  ['User-agent: *\nCrawl-delay: 2.5', 2_500],
  ['User-agent: *\nCrawl-delay: 3600', 30_000],
  ['User-agent: *\nCrawl-delay: 1e999', 30_000],
  ['User-agent: *\nCrawl-delay: -5', 0],
  ['User-agent: *\nCrawl-delay: soon', 0],
  ['Crawl-delay: 5', 0],
  ['User-agent: *\nCrawl-delay: 5\nUser-agent: ArticleDesk\nDisallow:', 5_000],
  ['User-agent: *\nCrawl-delay: 5\nDisallow:\nUser-agent: ArticleDesk\nDisallow:', 0],
])('%j requests a pause of %i ms', (text, expected) => {
  expect(parse(text).crawlDelayMs).toBe(expected)
})

test('sitemaps apply to everybody, wherever they are', () => {
  const text =
    'Sitemap: https://a.example/1.xml\nUser-agent: Other\nDisallow: /\nsitemap: /2.xml # new\nSitemap:'

  expect(parse(text).sitemaps).toEqual(['https://a.example/1.xml', '/2.xml'])
})

test('of a file that is too long, the first half megabyte counts, up to its last complete line', () => {
  const start = `User-agent: *\nDisallow: /a\n#${'x'.repeat(maxRobotsBytes - 40)}`
  const filler = 'x'.repeat(maxRobotsBytes - start.length - '\nDisallow: /'.length)
  const rules = parse(`${start}${filler}\nDisallow: /b\nDisallow: /c`)

  expect([rules.allows('/a'), rules.allows('/b'), rules.allows('/c'), rules.allows('/')]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('any bytes can be parsed', () => {
  const word = constantFrom(
    'user-agent',
    'allow',
    'disallow',
    ':',
    '*',
    '$',
    '/',
    '%',
    '%4',
    '\n',
    '\r',
    '#',
    'é',
    '\0',
  )
  const file = oneof(
    uint8Array({ maxLength: 2_000 }),
    array(oneof(word, string()), { maxLength: 300 }).map((words) => Buffer.from(words.join(''))),
  )
  assert(
    property(file, webPath(), (bytes, path) => {
      // CPU time in microseconds, which a busy machine doesn't inflate.
      const before = process.cpuUsage()
      const rules = parseRobots(bytes)
      expect(typeof rules.allows(path)).toBe('boolean')
      expect(rules.crawlDelayMs).toBeLessThanOrEqual(30_000)
      expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
    }),
    { numRuns: 500 },
  )
})

test('the most hostile files are parsed and queried within a second', () => {
  const attacks = [
    `User-agent: *\n${`Disallow: /${'a'.repeat(900)}*${'a'.repeat(900)}b\n`.repeat(280)}`,
    `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*b\n'.repeat(17_000)}`,
    `User-agent: *\n${`Disallow: /*${'a'.repeat(1_000)}b\n`.repeat(500)}`,
    `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}`,
    'User-agent: *\n'.repeat(36_000),
    'User-agent: *\nDisallow: /\n'.repeat(18_000),
    '%'.repeat(maxRobotsBytes),
    ':'.repeat(maxRobotsBytes),
  ]
  const target = `/${'a'.repeat(2_000)}`
  const times = attacks.map((attack) => {
    const before = process.cpuUsage()
    parse(attack).allows(target)
    return process.cpuUsage(before).user
  })
  expect(Math.max(...times)).toBeLessThan(1_000_000)
})

test.each([
  ['tens of thousands of patterns', 'Disallow: /*ab\n'.repeat(34_000), 100],
  ['patterns of 980 characters', `Disallow: /*${'a'.repeat(490)}b${'a'.repeat(487)}\n`.repeat(500), 50],
])('a very long address is not matched against %s, and not fetched', (_, lines, length) => {
  const rules = parse(`User-agent: *\n${lines}`)
  const before = process.cpuUsage()
  for (let times = 0; times < 10; times += 1) expect(rules.allows(`/${'a'.repeat(2_000)}`)).toBe(false)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  expect(rules.allows(`/${'a'.repeat(length)}`)).toBe(true)
})

test('a very long address is matched against tens of thousands of patterns without asterisks', () => {
  const rules = parse(`User-agent: *\n${'Disallow: /ab\n'.repeat(34_000)}`)
  expect(rules.allows(`/${'a'.repeat(2_000)}`)).toBe(true)
})
