import { createClient, type RateLimitState, type Result } from '@partner-platform/client'
import { constants, environments, servers } from '@partner-platform/types'
import type { Finished, Given } from './command.ts'
import type { countriesCommand } from './countries-command.ts'
import { CliError, usageError } from './errors.ts'
import type { Io } from './io.ts'
import { readApiKey } from './secrets.ts'
import { formatIssue, formatTable, toPlainText } from './terminal.ts'

export async function listCountries(
  given: Given<typeof countriesCommand>,
  io: Io,
): Promise<Finished> {
  const apiKey = await readApiKey(io, given['api-key-file'])
  const { 'base-url': named, environment } = given
  const baseUrl = toBaseUrl({ baseUrl: named, environment, apiKey })
  const progress = io.progress('Asking the service …')
  try {
    return toFinished(await list(baseUrl, apiKey), io)
  } finally {
    progress.stop()
  }
}

async function list(baseUrl: string, apiKey: string) {
  try {
    return await createClient({ baseUrl, apiKey }).listCountries()
  } catch (error) {
    // The message names the option, never the value.
    if (!(error instanceof TypeError)) throw error
    const isKey = error.message.includes('apiKey')
    throw new CliError(isKey ? 'secret-unusable' : 'usage', error.message, { cause: error })
  }
}

type Wanted = { baseUrl: string | undefined; environment: string | undefined; apiKey: string }

/** The address to call: `baseUrl`, or the address of the environment, or of the key's environment. */
export function toBaseUrl({ baseUrl, environment, apiKey }: Wanted): string {
  if (baseUrl !== undefined) return baseUrl
  const name =
    environments.find((one) => one === environment) ??
    environments.find((one) => apiKey.startsWith(constants.apiKeyPrefixes[one]))
  if (name) return servers[name].url
  const names = environments.join('|')
  throw usageError(`The key names no environment. Pass --base-url URL or --environment ${names}.`)
}

/** The result of the command. The rate limit goes to standard error immediately. */
function toFinished(result: Result<'listCountries'>, io: Io): Finished {
  const limit = describeRateLimit(result.rateLimit)
  if (limit !== null) io.note(limit)
  const about = { rateLimit: result.rateLimit, requestId: result.requestId ?? null }
  if (result.status === 200) {
    const { departures } = result
    const countries = result.data.result
    if (departures.length > 0) {
      io.note(
        ['The answer departs from the contract:', ...departures.map(formatIssue)].join('\n  '),
      )
    }
    return {
      exitCode: 0,
      document: { ok: true, status: result.status, countries, departures, ...about },
      text: toTable(countries, io),
    }
  }
  const message = describeFailure(result)
  const issues = 'issues' in result ? result.issues : []
  io.note([message, ...issues.map(formatIssue)].join('\n  '))
  return {
    exitCode: 1,
    document: { ok: false, status: result.status, message, issues, ...about },
    text: '',
  }
}

type Country = Extract<Result<'listCountries'>, { status: 200 }>['data']['result'][number]

function toTable(countries: readonly Country[], { style }: Io): string {
  if (countries.length === 0) return 'The service lists no countries.'
  const rows = countries.map(({ isoCode, name, currency, uuid }) =>
    [isoCode, name, currency, uuid].map(toPlainText),
  )
  const [head = '', ...lines] = formatTable([['code', 'name', 'currency', 'uuid'], ...rows]).split(
    '\n',
  )
  return [style.bold(head), ...lines].join('\n')
}

type Failed = Exclude<Result<'listCountries'>, { status: 200 }>

/**
 * What is wrong with an answer, and what to do. Throws a `CliError` of code
 * `unreachable` if there is no answer.
 */
function describeFailure(result: Failed): string {
  const { requestId, rateLimit } = result
  const quote = requestId === undefined ? '' : `, and quote request ${requestId} to support`
  switch (result.status) {
    case 401:
      return `401: the API key is missing or invalid. Compare it with the key of this environment${quote}.`
    case 403:
      return `403: the API key is not allowed here. Use the key of the environment that you call${quote}.`
    case 429: {
      const seconds = rateLimit?.retryAfterSeconds ?? null
      const wait = seconds === null ? 'Wait' : `Wait ${seconds} s`
      return `429: the rate limit of this API key is exceeded. ${wait}, then try again.`
    }
    case 'protocol-error':
      return `The answer breaks the contract: ${result.message}`
    case 'unexpected-status':
      return `The service answered ${result.httpStatus}, which the contract does not define. Look for a proxy, or check --base-url.`
    default:
      throw new CliError(
        'unreachable',
        `${result.message}${sayCause(result)} Check --base-url or --environment, and the network.`,
      )
  }
}

/** The code of the error, such as `ECONNREFUSED`. */
function sayCause(result: object): string {
  let error: unknown = 'cause' in result ? result.cause : undefined
  for (let depth = 0; depth < 4 && error instanceof Error; depth++) {
    const { code } = error as NodeJS.ErrnoException
    if (typeof code === 'string') return ` The cause is ${code}.`
    error = error.cause
  }
  return ''
}

/** The remaining rate limit as a sentence; null if the service does not send it. */
function describeRateLimit(state: RateLimitState | null): string | null {
  if (!state || state.remaining === null) return null
  const { remaining, limit, windowSeconds, resetSeconds } = state
  const quota = limit === null ? '' : ` of ${limit}`
  const window = windowSeconds === null ? '' : ` in this window of ${windowSeconds} s`
  const reset = resetSeconds === null ? '' : `, more in ${resetSeconds} s`
  return `Rate limit: ${remaining}${quota} calls left${window}${reset}.`
}
