// The thread of read-job-request.ts: receives a body, posts the parsed request.
import { parentPort } from 'node:worker_threads'
import { parseJobRequest } from './parse-job-request.ts'
import { asProblem } from './problems.ts'
import type { ThreadResult } from './read-job-request.ts'

parentPort?.on('message', (body: Uint8Array) => parentPort?.postMessage(parse(body)))
parentPort?.postMessage('ready')

function parse(body: Uint8Array): ThreadResult {
  try {
    return { request: parseJobRequest(body) }
  } catch (error) {
    const { status, message: detail, faults } = asProblem(error)
    return { refused: { status, detail, faults } }
  }
}
