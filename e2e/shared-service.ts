import { startService } from './service-process.ts'

/** Starts the service that the tests share, before all of them: one for each worker took two seconds of a processor. */
export default async function startSharedService(): Promise<() => Promise<void>> {
  const service = await startService({ isSmall: true })
  const { address, email, apiKey } = service
  process.env.SHARED_SERVICE = JSON.stringify({ address, email, apiKey })
  return () => service.dispose()
}
