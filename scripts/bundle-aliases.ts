import { createRequire } from 'node:module'
import path from 'node:path'
import type { Alias } from 'vite'

const packages = createRequire(import.meta.url)

/** Packages whose main entry is a larger build than the desk's browsers need. */
export const bundleAliases: Alias[] = [
  // The main entry is always the build with warnings.
  { find: /^react-router$/, replacement: distOf('react-router', 'production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: distOf('react-router', 'production/dom-export.mjs') },
]

function distOf(name: string, file: string): string {
  return path.join(path.dirname(packages.resolve(`${name}/package.json`)), 'dist', file)
}
