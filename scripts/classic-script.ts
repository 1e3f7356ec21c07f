import { build, type Rolldown } from 'vite'

/** Bundles a classic script, for where a module can't be or comes too late. */
export async function bundleClassicScript(entry: string, fileName: string): Promise<string> {
  const result = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', entryFileNames: fileName } },
    },
  })) as Rolldown.RolldownOutput
  return result.output[0].code
}
