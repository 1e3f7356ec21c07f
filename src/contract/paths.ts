/** Every path of the service, relative to its base address (docs/interface.md, "The service"). */
export const apiPrefix = '/api/v1.0'

export const pingPath = `${apiPrefix}/ping`

export const jobsPath = `${apiPrefix}/jobs`

export const jobPath = (jobId: number): string => `${jobsPath}/${encodeURIComponent(String(jobId))}`

/** The page of the service's web application where the API key is set (docs/interface.md, "Authentication", 3). */
export const settingsPath = '/settings'

/** The page of the service's web application where its sources are managed. */
export const sourcesPath = '/sources'

/** The stylesheet of the service's own pages. */
export const pageStylesPath = '/service.css'

/**
 * A header that identifies a service for as long as its job and article ids keep their meaning; it changes if the
 * service is set up again. Sent with every response of the embedded service; others need not send it (docs/interface.md,
 * "Silences").
 */
export const serviceIdHeader = 'Service-Id'
