import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { createdJobSchema, jobHeadSchema } from './job.ts'
import { apiPrefix, jobsPath, pingPath } from './paths.ts'
import { authenticatedPingSchema, pingSchema } from './ping.ts'
import { problemMediaType, problemSchema } from './problem.ts'
import { idListSchema, requestSchema } from './request-schema.ts'

/**
 * The interface as OpenAPI 3.1, made from the schemas that read its responses. Where the interface is silent, it
 * describes what this service does, with its limits.
 */
export function openApiDocument() {
  const integer = v.pipe(v.number(), v.integer())
  const wireArticle = v.object({ id: integer, title: v.string(), text: v.string() })
  const wireJob = v.object({
    ...jobHeadSchema.entries,
    id: integer,
    category: v.string(),
    articles: v.array(wireArticle),
  })

  const guarded = { security: [{ basic: [] }] }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Article Collection Service',
      version: apiPrefix.slice(apiPrefix.indexOf('v') + 1),
      description: 'Creates jobs which collect articles, and returns a job together with its articles.',
    },
    paths: {
      [pingPath]: {
        get: {
          operationId: 'ping',
          summary: 'Test that the connection works',
          responses: { 200: documented('The service responds.', 'Ping') },
        },
        post: {
          operationId: 'pingAuthenticated',
          summary: 'Test that authentication works',
          ...guarded,
          responses: {
            200: documented('The credentials are right.', 'AuthenticatedPing'),
            ...problems(401, 429, 503),
          },
        },
      },
      [jobsPath]: {
        post: {
          operationId: 'createJob',
          summary: 'Create a job',
          ...guarded,
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: 255 },
              description:
                'Names one intent: sent again within a day, with the same body, it makes no second job.',
            },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: reference('JobRequest') } },
          },
          responses: {
            201: {
              ...documented('The job was created; the service works on it.', 'CreatedJob'),
              headers: { Location: { schema: { type: 'string' }, description: 'The path of the job.' } },
            },
            ...problems(400, 401, 413, 415, 422, 429, 500, 503),
          },
        },
      },
      [`${jobsPath}/{job_id}`]: {
        get: {
          operationId: 'getJob',
          summary: 'Get a job with its articles',
          ...guarded,
          parameters: [{ name: 'job_id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            200: documented('The job. It has articles once its state is success.', 'Job'),
            304: { description: 'Nothing changed since the response with the ETag of If-None-Match.' },
            ...problems(401, 404, 429, 503),
          },
        },
      },
    },
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'The e-mail of the account and its API key.' },
      },
      schemas: {
        Ping: schema(pingSchema),
        AuthenticatedPing: schema(authenticatedPingSchema),
        JobRequest: schema(requestSchema),
        CreatedJob: schema(createdJobSchema),
        Job: schema(wireJob),
        Problem: schema(problemSchema),
      },
    },
  }
}

/** Leaves out our checks for safe integers and non-empty states: the schema conversion does not know them. */
function schema(described: v.GenericSchema): Record<string, unknown> {
  const { $schema: _, ...json } = toJsonSchema(described, {
    errorMode: 'ignore',
    typeMode: 'input',
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      valibotSchema === idListSchema.pipe[0]
        ? { ...jsonSchema, type: 'array', items: { type: ['integer', 'string'], pattern: '^[0-9]+$' } }
        : undefined,
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type === 'metadata'
        ? { ...jsonSchema, ...(valibotAction as v.MetadataAction<unknown, { maxLength: number }>).metadata }
        : undefined,
  })
  return json
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const documented = (description: string, name: string) => ({
  description,
  content: { 'application/json': { schema: reference(name) } },
})

const problemWords = {
  400: 'The body is not a JSON object.',
  401: 'The e-mail or the API key is missing or wrong.',
  404: 'There is no such job, or it belongs to another account.',
  413: 'The request is too large.',
  415: 'The body is not declared as JSON.',
  422: 'A field has a wrong type or is out of bounds; errors names it.',
  429: 'Too many requests or wrong keys; Retry-After says when to try again.',
  500: 'Something went wrong; the job may have been made.',
  503: 'The service is busy, or its database is unavailable or full; Retry-After says when to try again.',
}

function problems(...statuses: (keyof typeof problemWords)[]) {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: problemWords[status],
        content: { [problemMediaType]: { schema: reference('Problem') } },
      },
    ]),
  )
}
