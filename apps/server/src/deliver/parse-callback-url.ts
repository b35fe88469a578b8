import { findUrlProblem, type UrlRules } from './guard/find-url-problem.ts'

/**
 * The callback URL, parsed. Throws a `TypeError` for one that this environment may not have. An IP
 * address in it must be global unicast, however it is spelt; names are not resolved yet.
 * @see specs/decisions/ D-025
 */
export function parseCallbackUrl(text: string, rules: UrlRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const problem = url ? findUrlProblem(url, rules) : 'expected an absolute URL'
  if (url && !problem) return url
  throw new TypeError(
    `Callback URL of ${rules.environment} is wrong: ${problem}, received text of ${text.length} characters. Register another URL.`,
  )
}
