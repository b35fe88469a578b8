/** The URL to check; throws a `TypeError` that names the option for one that no check can use. */
export function assertTarget(option: string, value: unknown): URL {
  const refuse = (problem: string, received: string): never => {
    throw new TypeError(
      `${option} ${problem}: expected an http or https URL without user information, received ${received}. Correct the option.`,
    )
  }
  if (typeof value !== 'string')
    return refuse('is not text', value === null ? 'null' : typeof value)
  if (!URL.canParse(value)) return refuse('is no URL', `${value.length} characters`)
  const url = new URL(value)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('has another scheme', url.protocol)
  }
  if (url.username !== '' || url.password !== '') return refuse('carries a credential', 'one')
  url.hash = ''
  return url
}
