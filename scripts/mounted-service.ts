import { getRequestListener } from '@hono/node-server'
import type { Plugin, ViteDevServer } from 'vite'
import { apiPrefix, pageStylesPath, settingsPath, sourcesPath } from '../src/contract/paths.ts'

type ServiceModule = typeof import('../src/service/create-service.ts')

const servicePaths = [`${apiPrefix}/`, settingsPath, sourcesPath, pageStylesPath, '/openapi.json']
const settleMs = 200

/** In development, serves the service's paths on Vite's address and restarts the service when its code changes. */
export function mountedService(): Plugin {
  return {
    name: 'mounted-service',
    apply: 'serve',
    async configureServer(server) {
      // In tests there is no HTTP server to mount it on.
      if (!server.httpServer) return
      let service = await startService(server)
      let settling: NodeJS.Timeout | undefined
      let restarted = Promise.resolve()
      const restart = async () => {
        await service.stop()
        service = await startService(server)
      }

      server.watcher.on('change', (file) => {
        if (!/[\\/]src[\\/](service|contract|text)[\\/]/.test(file)) return
        clearTimeout(settling)
        // Restarts run one at a time, since two services would find the data directory in use. After a failed start,
        // the stopped service responds that it is not running; the next change tries again.
        settling = setTimeout(() => {
          restarted = restarted.then(restart).catch((error: Error) => {
            server.config.logger.error(`The service did not start: ${error.stack ?? error.message}`)
          })
        }, settleMs)
      })
      server.httpServer.once('close', () => void service.stop())

      const handle = getRequestListener((request, { incoming }) =>
        service.fetch(request, { incoming } as Parameters<typeof service.fetch>[1]),
      )
      server.middlewares.use((request, response, next) => {
        if (servicePaths.some((path) => request.url?.startsWith(path))) void handle(request, response)
        else next()
      })
    },
  }
}

async function startService(server: ViteDevServer) {
  // Loaded by Vite rather than Node, since Vite handles TypeScript and the starter collection, and reloads changes.
  const { createService } = (await server.ssrLoadModule('/src/service/create-service.ts')) as ServiceModule
  const service = createService({
    databaseUrl: process.env.DATABASE_URL,
    dataDir: process.env.DATA_DIR ?? 'data',
    accountEmail: process.env.ACCOUNT_EMAIL,
  })
  const { firstAccount } = await service.start()
  if (firstAccount)
    server.config.logger.info(`\n  Sign in as ${firstAccount.email} with the key ${keyWords(firstAccount)}`)
  return service
}

/** Shows the key only on a terminal: others may read collected output. */
const keyWords = ({ key, keyFile }: { key: string | undefined; keyFile: string | undefined }): string =>
  key === undefined ? '(changed)' : process.stdout.isTTY ? key : `in ${keyFile}`
