import type { Issue } from '@partner-platform/validators'
import { type ParseCode, webhookErrors } from './errors.ts'

// As long as the path of a schema issue gets: keys of a body may fill all of it.
const pathLimit = 1000

/** A refusal with one issue in the form of schema issues; `detail` holds kinds and lengths, no data. */
export function refusal<C extends ParseCode>(code: C, detail: string, path = '') {
  const message = `${detail} ${webhookErrors[code].next}`
  return {
    ok: false as const,
    code,
    issues: [{ path: path.slice(0, pathLimit), message, keyword: code }] as Issue[],
  }
}
