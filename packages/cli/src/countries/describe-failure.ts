import type { Issue, Result } from '@partner-platform/client'
import { CliError } from '../cli-error.ts'

type Failed = Exclude<Result<'listCountries'>, { status: 200 }>

type Described = { message: string; issues: readonly Issue[] }

/**
 * What is wrong with an answer and what to do, by how the call ended. Throws a `CliError` of code
 * `unreachable` where there is no answer.
 */
export function describeFailure(result: Failed): Described {
  switch (result.status) {
    case 401:
      return say(
        `401: the API key is missing or invalid. Compare it with the one of this environment${quote(result)}.`,
      )
    case 403:
      return say(
        `403: the API key is not allowed here. Use the key of the environment that you call${quote(result)}.`,
      )
    case 429: {
      const { retryAfterSeconds = null } = result.rateLimit ?? {}
      const wait = retryAfterSeconds === null ? 'Wait' : `Wait ${retryAfterSeconds} s`
      return say(`429: the rate limit of this API key is exceeded. ${wait}, then try again.`)
    }
    case 'protocol-error':
      return say(`The answer is none of the contract: ${result.message}`, result.issues)
    case 'unexpected-status':
      return say(`${result.message} Look for a proxy, or check --base-url.`)
    default:
      throw new CliError(
        'unreachable',
        `${result.message}${sayCause(result)} Compare --base-url with the address.`,
      )
  }
}

/** The code that tells a refused connection from a certificate that does not fit. */
function sayCause(result: object): string {
  let error: unknown = 'cause' in result ? result.cause : undefined
  for (let depth = 0; depth < 4 && error instanceof Error; depth++) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code === 'string') return ` The cause is ${code}.`
    error = error.cause
  }
  return ''
}

const say = (message: string, issues: readonly Issue[] = []): Described => ({ message, issues })

const quote = ({ requestId }: Failed) =>
  requestId === undefined ? '' : `, and quote request ${requestId} to support`
