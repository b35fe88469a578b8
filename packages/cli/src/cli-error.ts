import type { Issue } from '@partner-platform/validators'
import type { CliErrorCode } from './errors.ts'

type Details = { issues?: readonly Issue[]; cause?: unknown }

/** Why a command has no result, in words for the person at the terminal: never a secret or a payload. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly code: CliErrorCode
  readonly issues: readonly Issue[]

  constructor(code: CliErrorCode, message: string, { issues = [], cause }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.issues = issues
  }
}
