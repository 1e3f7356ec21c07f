import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { trial } from './guarantee.ts'

const guarantee = 'what is served is what was built'

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly hasInstallScript?: boolean
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const packages = Object.entries<Locked>(json('package-lock.json').packages).filter(([place]) => place !== '')

/** Free to use, change and redistribute, under terms that our own license meets. */
const licenses =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|OFL-1\.1|MPL-2\.0)$/

trial(guarantee, 'packages, pinned with the digest of their contents', { quick: 1, whole: 1 }, async () => {
  const { dependencies, devDependencies } = json('package.json')
  for (const [name, version] of Object.entries<string>({ ...dependencies, ...devDependencies }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
  for (const [place, { version, integrity }] of packages) {
    expect(version, place).toMatch(/^\d+\.\d+\.\d+/)
    expect(integrity, place).toMatch(/^sha512-/)
  }
  return [packages.length, '0 in ranges, 0 without a digest']
})

trial(
  guarantee,
  'packages, each with a free license and no need of a script',
  { quick: 1, whole: 1 },
  async () => {
    for (const [place, { license }] of packages) expect(license, place).toMatch(licenses)
    // Scripts that an installation would run on the user's machine. The build works without them.
    const scripts = packages.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)
    expect(scripts.map(([place]) => place)).toEqual([])
    return [packages.length, '0 unknown licenses, 0 scripts on installing']
  },
)

const builtList = 'dist/sbom.cdx.json'

trial(
  guarantee,
  'packages listed with the build (CycloneDX)',
  { quick: 1, whole: 1, lacks: existsSync(builtList) ? undefined : 'nothing built here' },
  async () => {
    const { bomFormat, components } = json(builtList)
    expect(bomFormat).toBe('CycloneDX')
    const listed: string[] = components.map(({ purl, licenses }: { purl: string; licenses?: object[] }) => {
      expect(licenses?.length, purl).toBeGreaterThan(0)
      return decodeURIComponent(purl.slice('pkg:npm/'.length))
    })
    const needed = packages
      .filter(([place]) => existsSync(place))
      .map(([place, { version }]) => `${place.split('node_modules/').pop()}@${version}`)
    expect([...new Set(listed)].sort()).toEqual([...new Set(needed)].sort())
    return [listed.length, '0 missing, 0 without a license']
  },
)
