import type { Issue } from '@partner-platform/validators'

/** Every way a command can end without a result: exit code, and when it happens. */
export const cliErrors = {
  usage: { exitCode: 2, when: 'The command line is invalid.' },
  'secret-missing': { exitCode: 2, when: 'No signing secret or API key is given.' },
  'secret-unusable': { exitCode: 2, when: 'A signing secret or API key can never work.' },
  'file-unusable': {
    exitCode: 2,
    when: 'A file or folder cannot be read or written, or is too large.',
  },
  'not-a-request': { exitCode: 2, when: 'A file is not a saved HTTP request.' },
  'not-a-document': { exitCode: 2, when: 'A file is not an OpenAPI or AsyncAPI document.' },
  'not-a-page': { exitCode: 2, when: 'A file is not a Redoc page of the contract.' },
  'not-an-overlay': { exitCode: 2, when: 'A file is not an overlay that can be applied.' },
  'overlay-failed': {
    exitCode: 1,
    when: 'An overlay action matches nothing or something that it cannot change, or the overlays remove the title of a page.',
  },
  'port-unusable': { exitCode: 2, when: 'The port to listen on is taken or not allowed.' },
  unreachable: { exitCode: 2, when: 'Nothing answers at the URL.' },
  'check-failed': { exitCode: 2, when: 'A conformance run ended before there was a report.' },
  'payload-refused': { exitCode: 1, when: 'The contract forbids such an event.' },
  internal: { exitCode: 2, when: 'The command itself failed: please report it.' },
} as const satisfies { readonly [code: string]: { exitCode: 1 | 2; when: string } }

export type CliErrorCode = keyof typeof cliErrors

type Details = { issues?: readonly Issue[]; cause?: unknown }

/** Why a command has no result, for the person at the terminal. Never contains a secret or a payload. */
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

export const usageError = (message: string, cause?: unknown) =>
  new CliError('usage', message, { cause })

/** A file or folder that cannot be used: what fails with which error, and what to do. */
export function unusableFile(
  path: string,
  { problem, next, cause }: { problem: string; next: string; cause: unknown },
): CliError {
  const { code = 'unknown error' } = cause as NodeJS.ErrnoException
  return new CliError('file-unusable', `${path} ${problem}: ${code}. ${next}`, { cause })
}
