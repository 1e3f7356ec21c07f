import { parseArgs } from 'node:util'

/** Vite with hot reload, the service mounted on the same address. */
export async function run(args) {
  const { values } = parseArgs({ args, options: { port: { type: 'string' }, host: { type: 'string' } } })
  const { createServer } = await import('vite')
  const server = await createServer({
    configFile: 'vite.config.ts',
    server: {
      port: Number(values.port ?? process.env.PORT ?? 4400),
      host: values.host ?? '127.0.0.1',
      allowedHosts: (process.env.ALLOWED_HOSTS ?? '').split(/[\s,]+/).filter(Boolean),
    },
  })
  await server.listen()
  server.printUrls()
}
