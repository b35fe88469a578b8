/** An absolute URI by RFC 3986: scheme, then authority or path. Relative references are none. */
export function isUri(text: string): boolean {
  const parts = /^[a-z][a-z0-9+.-]*:([^?#]+)(?:\?([^#]*))?(?:#(.*))?$/is.exec(text)
  if (parts === null) return false
  const [, hierarchy = '', query = '', fragment = ''] = parts
  if (!isText(query) || !isText(fragment)) return false
  const [, authority, path = ''] = /^\/\/([^/]*)(.*)$/s.exec(hierarchy) ?? [
    undefined,
    undefined,
    hierarchy,
  ]
  return (authority === undefined || isAuthority(authority)) && isPath(path)
}

/** An absolute URI of the web or of FTP. */
export function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) && isUri(text)
}

/** The characters of queries and fragments. */
function isText(text: string): boolean {
  return /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i.test(text)
}

function isPath(text: string): boolean {
  return /^(?:[a-z0-9\-._~!$&'()*+,;=:@/]|%[0-9a-f]{2})*$/i.test(text)
}

function isAuthority(text: string): boolean {
  const at = text.indexOf('@')
  if (at >= 0 && !/^(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*$/i.test(text.slice(0, at)))
    return false
  const host = text.slice(at + 1).replace(/:\d*$/, '')
  if (!host.startsWith('[')) return /^(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*$/i.test(host)
  return host.endsWith(']') && isAddress(host.slice(1, -1))
}

/** IPv6, or the form kept for later versions. */
function isAddress(text: string): boolean {
  if (/^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(text)) return true
  const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
  const groups = text.replace(new RegExp(`:${octet}(?:\\.${octet}){3}$`), ':0:0')
  const [left = '', right, more] = groups.split('::')
  if (more !== undefined) return false
  const sides = [left, right ?? ''].flatMap((side) => (side === '' ? [] : side.split(':')))
  const isFull = right === undefined ? sides.length === 8 : sides.length < 8
  return isFull && sides.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}
