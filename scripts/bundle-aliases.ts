import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Alias, Plugin } from 'vite'

const packages = createRequire(import.meta.url)

/** Packages whose front door leads to a larger build of them than the desk's browsers need. */
export const bundleAliases: Alias[] = [
  // The front door is the build with warnings, whatever is built.
  { find: /^react-router$/, replacement: distOf('react-router', 'production/index.mjs') },
  { find: /^react-router\/dom$/, replacement: distOf('react-router', 'production/dom-export.mjs') },
]

/**
 * Leads each icon straight to its file. Through the package's list of all icons, every icon of the desk would count as
 * needed by whoever needs one, and come with the first page.
 */
export function directIcons(): Plugin {
  const list = readFileSync(packageFile('lucide-react', 'dist/esm/lucide-react.mjs'), 'utf8')
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of list.matchAll(/^export \{ (.+) \} from '\.\/icons\/(.+)\.mjs';$/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)

  const importOf = (name: string) => {
    const file = files.get(name)
    if (!file) throw new Error(`lucide-react has no icon ${name}`)
    return `import ${name} from 'lucide-react/icons/${file}'`
  }
  return {
    name: 'direct-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/desk\/.*\.tsx$/.test(id) || !code.includes("'lucide-react'")) return null
      return code.replace(/^import \{([^}]+)\} from 'lucide-react'$/gm, (_, names: string) => {
        const values = names.split(',').map((name) => name.trim())
        return values
          .filter((name) => name !== '' && !name.startsWith('type '))
          .map(importOf)
          .join(';')
      })
    },
  }
}

function distOf(name: string, file: string): string {
  return packageFile(name, `dist/${file}`)
}

function packageFile(name: string, file: string): string {
  return path.join(path.dirname(packages.resolve(`${name}/package.json`)), file)
}
