import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument()

test('the four operations are described, and only the first needs no credentials', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      'security' in operation,
    ]),
  )

  expect(operations).toEqual([
    ['GET /api/v1.0/ping', false],
    ['POST /api/v1.0/ping', true],
    ['POST /api/v1.0/jobs', true],
    ['GET /api/v1.0/jobs/{job_id}', true],
  ])
})

test('a request is described with every field optional, its types and its bounds', () => {
  expect(document.components.schemas.JobRequest).toEqual({
    type: 'object',
    properties: {
      keywords: {
        type: 'array',
        items: { type: 'string', maxLength: 200 },
        maxItems: 100,
        description: expect.any(String) as string,
      },
      category: { type: 'string', maxLength: 200, description: expect.any(String) as string },
      article_count: {
        anyOf: [
          { type: 'integer', minimum: 1, maximum: 10_000 },
          { type: 'string', pattern: '^\\d+$' },
        ],
        default: 10,
      },
      remove_signature: { type: 'boolean', default: false },
      ids_to_skip: {
        type: 'array',
        items: { type: ['integer', 'string'], pattern: '^[0-9]+$' },
        description: expect.any(String) as string,
      },
    },
    required: [],
  })
})

test('a job is described with exactly the documented fields', () => {
  expect(document.components.schemas.Job).toEqual({
    type: 'object',
    properties: {
      id: { type: 'integer' },
      state: { type: 'string', minLength: 1 },
      category: { type: 'string' },
      articles: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'integer' }, title: { type: 'string' }, text: { type: 'string' } },
          required: ['id', 'title', 'text'],
        },
      },
    },
    required: ['id', 'state', 'category', 'articles'],
  })
})

test('every referenced schema exists', () => {
  const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)

  for (const [, name = ''] of references) expect(document.components.schemas).toHaveProperty(name)
})
