/**
 * One URL for each host in a Postgres URL such as `postgres://user@one:5432,two:5432/name`, otherwise
 * equal; `undefined` if it is not a Postgres URL.
 */
export function toHostUrls(url: string): readonly string[] | undefined {
  const [, before = '', hosts = '', after = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`)
  const isWhole = (one: string) => URL.canParse(one) && (urls.length === 1 || hostOf(one) !== '')
  return before !== '' && urls.every(isWhole) ? urls : undefined
}

const hostOf = (url: string) => new URL(url).hostname
