import type { IdList } from '../../../../contract/ids.ts'
import { countIds, emptyIdList, unpackIds } from '../../../../contract/ids.ts'
import type { JobRequest } from '../../../../contract/job.ts'
import { toWireRequest } from '../../../../contract/job.ts'
import { jobsPath } from '../../../../contract/paths.ts'
import type { Account } from '../../../api/credentials.ts'
import { figure } from '../../../ui/number-words.ts'

/**
 * The exact body (docs/interface.md, "Requests"), indented, with its ids on one line.
 *
 * @param skipCount number of ids, if the request has only the first of them: a million ids are 8 MB that nobody reads
 */
export function requestJson(request: JobRequest, skipCount = countIds(request.idsToSkip)): string {
  return withIds(JSON.stringify(withoutIds(request), null, 2), '\n  ', request.idsToSkip, skipCount)
}

/** A POSIX shell command that sends the request. The key is a variable, so that it is never shown. */
export function curlCommand(
  request: JobRequest,
  account: Account,
  skipCount = countIds(request.idsToSkip),
): string {
  const body = withIds(JSON.stringify(withoutIds(request)), '', request.idsToSkip, skipCount)
  const head = [
    `curl ${quoteForShell(account.serviceAddress + jobsPath)}`,
    `--user ${quoteForShell(account.email)}:"$API_KEY"`,
    `--header 'Content-Type: application/json'`,
  ].join(' \\\n  ')
  // An argument is limited to 128 KiB. JSON contains no raw line ends, so it can't end the here-document early.
  return skipCount <= idsInAnArgument
    ? `${head} \\\n  --data-raw ${quoteForShell(body)}`
    : `${head} \\\n  --data-binary @- <<'END'\n${body}\nEND`
}

const idsInAnArgument = 2000

const withoutIds = (request: JobRequest) => toWireRequest({ ...request, idsToSkip: emptyIdList })

/** Appends the ids to a body that has none. The body is never empty, since `remove_signature` is always sent. */
function withIds(body: string, indent: string, ids: IdList, count: number): string {
  if (countIds(ids) === 0) return body
  const colon = indent ? ': ' : ':'
  return `${body.slice(0, -1).trimEnd()},${indent}"ids_to_skip"${colon}[${idText(ids, count)}]${indent && '\n'}}`
}

function idText(ids: IdList, count: number): string {
  const left = count - countIds(ids)
  return left > 0 ? `${listed(ids)}, … ${figure(left)} more` : listed(ids)
}

/** With spaces, so that lines break between ids. */
const listed = (ids: IdList): string =>
  unpackIds(ids)
    .map((id) => JSON.stringify(id))
    .join(', ')

/** A POSIX shell takes everything within single quotes literally, except the quote itself. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
