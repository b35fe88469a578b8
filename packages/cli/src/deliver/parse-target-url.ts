import { CliError } from '../errors.ts'

/** A URL to send to. Throws a `CliError` of code `usage`, which never quotes the URL. */
export function parseTargetUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const received = !url
    ? 'other text'
    : url.username + url.password !== ''
      ? 'a URL with user information'
      : /^https?:$/.test(url.protocol)
        ? undefined
        : `the scheme ${url.protocol}`
  if (url && received === undefined) return url
  throw new CliError(
    'usage',
    `URL must be an http or https URL such as http://127.0.0.1:4020/webhooks, not ${received}.`,
  )
}
