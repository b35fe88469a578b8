import { CliError } from '../cli-error.ts'

/** A URL that can be sent to. Throws a `CliError` of code `usage` for another; it may hold a password. */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const received = !url
    ? 'text that is no URL'
    : url.username + url.password !== ''
      ? 'a URL with user information'
      : /^https?:$/.test(url.protocol)
        ? undefined
        : `the scheme ${url.protocol}`
  if (url && received === undefined) return url
  throw new CliError(
    'usage',
    `URL is wrong: expected an http or https URL such as http://127.0.0.1:4020/webhooks, received ${received}. Correct it.`,
  )
}
