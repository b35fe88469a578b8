import { assertRunOptions, assertTarget, type RunOptions } from '../run-options.ts'

export type ServerCheckOptions = RunOptions & {
  /** What the path of the operation is appended to, `http` or `https`. */
  baseUrl: string
  /** An active key of this server's environment. */
  apiKey: string
  /** An active key of another environment. */
  otherEnvironmentKey?: string | undefined
  /** A key that once worked. */
  revokedKey?: string | undefined
  /** An origin that this environment allows to browsers, such as `https://partner.example`. */
  allowedOrigin?: string | undefined
  /** Also use up the key's rate limit, to check the answer after it. @default false */
  exhaustLimit?: boolean
}

/** The URL to call; a `TypeError` that names the option for any that cannot work. */
export function toServerTarget(options: ServerCheckOptions): URL {
  assertRunOptions(options)
  for (const name of ['apiKey', 'otherEnvironmentKey', 'revokedKey'] as const) {
    const value = options[name]
    if (value !== undefined || name === 'apiKey') assertKey(name, value)
  }
  const { allowedOrigin } = options
  if (allowedOrigin !== undefined) {
    const isOrigin = URL.canParse(allowedOrigin) && new URL(allowedOrigin).origin === allowedOrigin
    if (!isOrigin) refuse('allowedOrigin', 'an origin such as https://partner.example')
  }
  const url = assertTarget('baseUrl', options.baseUrl)
  if (url.search !== '') refuse('baseUrl', 'a URL without a query')
  return url
}

/** A key is used in a header and in a shell command. */
function assertKey(option: string, value: unknown): void {
  const isUsable = typeof value === 'string' && /^[\x21-\x7e]{8,1000}$/.test(value)
  if (!isUsable) refuse(option, 'a key of 8 printable characters or more')
}

function refuse(option: string, expected: string): never {
  throw new TypeError(`${option} is unusable. Pass ${expected}.`)
}
