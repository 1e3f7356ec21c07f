import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { paths } from '../paths.ts'
import { screenModules, screenNameAt } from './screen-modules.ts'

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8')

it.each(Object.keys(screenModules))('%s has a route', (name) => {
  expect(read('routes.tsx')).toContain(`<screens.${name} />`)
})

it.each(Object.values(paths).filter((address) => typeof address === 'string'))(
  'the screen at %s is among the pictures of all screens',
  (address) => {
    expect(read('../../../e2e/all-screens.ts')).toContain(`path: '${address}'`)
  },
)

/** The sign-in form is drawn without a screen of its own. */
const addresses = Object.values(paths).filter(
  (address) => typeof address === 'string' && address !== paths.signIn,
) as string[]

it('requests early the code of the screen that is drawn at an address', () => {
  expect(screenNameAt(paths.job('17'))).toBe('job')
  expect(screenNameAt(paths.libraryArticle(7))).toBe('library')
  expect(new Set(addresses.map(screenNameAt)).size).toBe(addresses.length)
})

it('knows in the build every screen that has an address', () => {
  const names = [...addresses, paths.job('17')].map((address) =>
    screenNameAt(address).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  )
  const [, listed = ''] = /^const screens = \[(.*)\]/m.exec(read('../../../vite.config.ts')) ?? []
  expect(new Set(listed.split(', '))).toEqual(new Set(names.map((name) => `'${name}'`)))
})
