import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { listenOnFreePort } from '../src/service/testing/free-port.ts'
import { createJob, expect, expectNoViolations, openSignedIn, test as base } from './fixtures.ts'
import { type ServiceProcess, startService } from './service-process.ts'

interface Fixtures {
  readonly site: { readonly address: string; readonly asked: string[] }
  readonly collecting: ServiceProcess
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the fixtures a fixture needs from its pattern
  site: async ({}, provide) => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? '')
      const address = `http://${request.headers.host}`
      if (request.url === '/feed.xml')
        response.setHeader('Content-Type', 'application/rss+xml').end(feed(address, 'Marsh News'))
      else if (request.url === '/long.xml')
        response.setHeader('Content-Type', 'application/rss+xml').end(feed(address, longName))
      else if (request.url === '/recordings.xml')
        response
          .setHeader('Content-Type', 'application/rss+xml')
          .end(
            feed(address, 'Recordings')
              .replace('The heron’s patience', longName)
              .replaceAll('/heron', '/mp3'),
          )
      else if (request.url === '/mp3') response.setHeader('Content-Type', 'audio/mpeg').end('boom')
      else if (request.url === '/heron')
        // No charset anywhere: the curly quotes are windows-1252 bytes, as on many old sites.
        response.setHeader('Content-Type', 'text/html').end(Buffer.from(articlePage(), 'latin1'))
      else response.writeHead(404).end()
    })
    const port = await listenOnFreePort(server)
    await provide({ address: `http://127.0.0.1:${port}`, asked })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  },
  collecting: [
    async ({ site }, provide) => {
      const service = await startService({ allowPrivate: new URL(site.address).host, isSmall: true })
      await provide(service)
      await service.dispose()
    },
    { timeout: 120_000 },
  ],
})

test('an article of a feed that was added at /sources is collected by a job, clean and without its signature', async ({
  page,
  site,
  collecting,
}) => {
  await openSources(page, collecting)
  await expect(page.getByRole('heading', { name: 'Sources', exact: true })).toBeVisible()
  await expectNoViolations(page)

  await page.getByLabel('Address').fill(`${site.address}/feed.xml`)
  await page.getByLabel('Category', { exact: true }).fill('Nature')
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('heading', { name: 'The heron’s patience' })).toBeVisible()
  await expectNoViolations(page)
  // Trying a source stores nothing, so each page is fetched again, once.
  site.asked.length = 0
  await page.getByRole('button', { name: 'Add source' }).click()
  await expect(page.getByRole('heading', { name: 'Marsh News' })).toBeVisible()
  await expectNoViolations(page)

  await openSignedIn(page, collecting.address, collecting)
  await createJob(page, { keywords: ['heron'], category: 'Nature', removeSignatures: true })
  // It waits a second before each request to the site.
  await expect(page.getByText('Ready: 1 article', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page
    .getByRole('list', { name: 'Articles' })
    .getByRole('link', { name: 'The heron’s patience' })
    .click()

  // A wide window shows the list beside the reader, and the card has the same words.
  const reader = page.getByRole('article').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect(reader.getByText('It’s the stillest bird on the marsh')).toBeVisible()
  await expect(page.getByText('Ada Reed')).toHaveCount(0)
  expect(site.asked.filter((path) => path === '/heron')).toHaveLength(1)
})

test('the sources page explains what is wrong with an address, asks before removing, and imports a file', async ({
  page,
  site,
  collecting,
}) => {
  await openSources(page, collecting)

  await page.getByLabel('Address').fill('http://169.254.169.254/latest')
  await page.getByRole('button', { name: 'Add source' }).click()
  await expect(page.getByRole('alert')).toContainText('private')
  await expect(page.getByLabel('Address')).toHaveValue('http://169.254.169.254/latest')

  await page.getByLabel('Address').fill(`${site.address}/feed.xml`)
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('button', { name: 'Pause: Marsh News' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume: Marsh News' }).click()
  await expect(page.getByText('Paused', { exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'Remove Marsh News' }).click()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Marsh News' })).toBeVisible()
  await page.getByRole('link', { name: 'Remove Marsh News' }).click()
  await page.getByRole('button', { name: 'Remove source' }).click()
  await expect(page.getByRole('heading', { name: 'No sources yet' })).toBeVisible()

  const outline = `<outline text="Marsh News" xmlUrl="${site.address}/feed.xml"/>`
  const opml = `<opml><body><outline text="Nature">${outline}</outline></body></opml>`
  await page.getByText('Import or export an OPML file').click()
  await page
    .getByLabel('OPML file')
    .setInputFiles({ name: 'feeds.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) })
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('status')).toHaveText('1 source added, 0 already there.')
  await expect(page.getByText('Nature', { exact: true })).toBeVisible()
  await expectNoViolations(page)
})

test('long names of a feed, a category and a page that was not taken, with the reason, stay within the pages', async ({
  page,
  site,
  collecting,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await openSources(page, collecting)
  await page.getByLabel('Address').fill(`${site.address}/long.xml`)
  await page.getByLabel('Category', { exact: true }).fill(longName)
  await page.getByRole('button', { name: 'Try it' }).click()
  await expect(page.getByRole('heading', { name: longName })).toBeVisible()
  expect(await width()).toBe(390)
  await page.getByRole('button', { name: 'Add source' }).click()
  await expect(page.getByRole('link', { name: 'Remove' })).toBeVisible()
  expect(await width()).toBe(390)

  await page.getByRole('link', { name: 'Change category' }).click()
  await expect(page.getByLabel('Category', { exact: true })).toHaveValue(longName)
  await expectNoViolations(page)
  expect(await width()).toBe(390)
  await page.getByLabel('Category', { exact: true }).fill('Marshes')
  await page.getByRole('button', { name: 'Change category' }).click()
  await expect(page.getByText('Marshes', { exact: true })).toBeVisible()

  await page.getByLabel('Address').fill(`${site.address}/recordings.xml`)
  await page.getByRole('button', { name: 'Add source' }).click()
  const why = page.getByText('Why pages were not taken')
  await expect(async () => {
    await page.reload()
    await expect(why).toBeVisible({ timeout: 100 })
  }).toPass()
  await why.click()

  await expect(page.getByText('Is not a web page (audio/mpeg).')).toBeVisible()
  await expect(page.getByRole('link', { name: longName, exact: true })).toBeVisible()
  await expectNoViolations(page)
  expect(await width()).toBe(390)
})

async function openSources(page: Page, { address, email, apiKey }: ServiceProcess): Promise<void> {
  await page.goto(`${address}/sources`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('API key').fill(apiKey)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const longName = 'Marsh'.repeat(30)

const feed = (address: string, title: string) => `<?xml version="1.0"?>
<rss version="2.0"><channel><title>${title}</title><link>${address}/</link>
<item><title>The heron’s patience</title><link>${address}/heron</link><guid>${address}/heron</guid>
<pubDate>Sat, 21 Nov 2026 08:00:00 GMT</pubDate><description>A bird that waits.</description></item>
</channel></rss>`

const paragraphs = [
  'The grey heron stands at the edge of the reeds from the first light on, and for an hour nothing about it moves but the wind in its crest. It\x92s the stillest bird on the marsh, and the wardens set their watches by the moment it strikes.',
  'A frog that has not been eaten by nine o\x92clock, they say, has a good chance of seeing noon. The heron hunts by waiting: it lets the water forget that it is there, and what swims below comes back to where it was.',
  'In the winter of the long frost the pools were closed for eleven weeks, and of forty pairs only nine were left in spring. The wardens broke the ice each morning by the sluice, and the nine stood around the hole like pensioners around a stove.',
  'There are sixty pairs again today. They nest in the alders beyond the pumping station, early, in February, when every other bird still thinks about itself, and the young ones learn the trade by falling into the water.',
]

/** Encoded in windows-1252. */
const articlePage =
  () => `<html lang="en"><head><title>The heron\x92s patience - Marsh News</title></head><body>
<div><a href="/">Home</a> <a href="/birds">Birds</a> <a href="/about">About</a></div>
<article><h1>The heron\x92s patience</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<p>By Ada Reed</p></article>
<div><a href="/terms">Terms</a></div></body></html>`
