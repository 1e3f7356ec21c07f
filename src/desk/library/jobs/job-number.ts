import { fold } from '../../../text/fold.ts'

/**
 * Reads a job number as people write it: "17", " #17 ", "Job 17", "１７", or the address of its screen. Undefined for
 * anything else, and past 2^53.
 */
export function readJobNumber(text: string): number | undefined {
  const digits = /^\s*(?:job\s*|http\S*\/jobs\/)?#?\s*0*([1-9]\d{0,15})\s*$/.exec(fold(text))?.[1]
  const number = Number(digits)
  return digits !== undefined && Number.isSafeInteger(number) ? number : undefined
}
