/** An absolute URI by RFC 3986: scheme, then authority or path. Relative references are none. */
export function isUri(text: string): boolean {
  const [, rest] = /^[a-z][a-z0-9+.-]*:([^?#].*)$/is.exec(text) ?? []
  return rest !== undefined && isReference(rest)
}

/** A URI, or a reference relative to one, by RFC 3986. Before its first slash, only a scheme has a colon. */
export function isUriReference(text: string): boolean {
  return isUri(text) || (!/^[^/?#]*:/.test(text) && isReference(text))
}

/** An absolute URI of the web or of FTP. */
export function isUrl(text: string): boolean {
  return /^(?:https?|ftp):\/\//i.test(text) && isUri(text)
}

/** Literals and expressions by RFC 6570 with its errata, which allow an apostrophe. */
export function isUriTemplate(text: string): boolean {
  return uriTemplate.test(text)
}

const uriTemplate = /* @__PURE__ */ (() => {
  const ascii = String.raw`[!#$&-;=?-\[\]_a-z~]`
  const others = String.raw`(?!\p{NChar})[\u{a0}-\u{d7ff}\u{e000}-\u{10ffff}]`
  const encoded = '%[0-9a-f]{2}'
  const name = String.raw`(?:\w|${encoded})+(?:\.(?:\w|${encoded})+)*`
  const variable = String.raw`${name}(?:\*|:[1-9]\d{0,3})?`
  const expression = String.raw`\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\}`
  return new RegExp(`^(?:${ascii}|${others}|${encoded}|${expression})*$`, 'iu')
})()

/** One address by RFC 5321: a dot-string or quoted string, `@`, then a host or an address in brackets. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  const isLocal =
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) ||
    /^"(?:[ !#-[\]-~]|\\[ -~])*"$/.test(local)
  if (at < 0 || !isLocal) return false
  const [, version, address = ''] = /^\[(IPv6:)?(.*)\]$/i.exec(domain) ?? []
  if (domain.startsWith('[')) return version === undefined ? isIpv4(address) : isIpv6(address)
  return domain.split('.').every((part) => label.test(part))
}

/** Labels by RFC 1123; one that begins with `xn--` must be Punycode and must not begin with a mark. */
export function isHostname(text: string): boolean {
  const isValid = (part: string) => label.test(part) && (!/^xn--/i.test(part) || isPunycode(part))
  return text.length <= 253 && text.split('.').every(isValid)
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

function isPunycode(text: string): boolean {
  const decoded = decodePunycode(text.slice(4).toLowerCase())
  return /[^\0-\x7f]/.test(decoded) && !/^\p{M}|[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}]/u.test(decoded)
}

/** The text of a label without `xn--`; empty if it is not Punycode. Names as in RFC 3492, section 6.2. */
function decodePunycode(label: string): string {
  const end = Math.max(label.lastIndexOf('-'), 0)
  const output = Array.from(label.slice(0, end), (letter) => letter.charCodeAt(0))
  let [n, i, bias] = [128, 0, 72]
  for (let index = end > 0 ? end + 1 : 0; index < label.length; ) {
    const old = i
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = '0123456789'.includes(label[index] ?? '-')
        ? Number(label[index]) + 26
        : 'abcdefghijklmnopqrstuvwxyz'.indexOf(label[index] ?? '-')
      index += 1
      i += digit * weight
      if (digit < 0 || i > 2 ** 31) return ''
      const threshold = Math.min(Math.max(k - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const length = output.length + 1
    let delta = Math.floor((i - old) / (old === 0 ? 700 : 2))
    delta += Math.floor(delta / length)
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35)
    bias += Math.floor((36 * delta) / (delta + 38))
    n += Math.floor(i / length)
    i %= length
    if (n > 0x10ffff) return ''
    output.splice(i, 0, n)
    i += 1
  }
  return String.fromCodePoint(...output)
}

/** What follows the scheme of a URI, or a relative reference. */
function isReference(text: string): boolean {
  const [, hierarchy = '', query = '', fragment = ''] =
    /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text) ?? []
  if (!isText(query) || !isText(fragment)) return false
  const [, authority, path = hierarchy] = /^\/\/([^/]*)(.*)$/s.exec(hierarchy) ?? []
  return (authority === undefined || isAuthority(authority)) && isPath(path)
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
  return /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(text) || isIpv6(text)
}

function isIpv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text)
}

function isIpv6(text: string): boolean {
  const groups = text.replace(/:([\d.]+\.\d+)$/, (all, last) => (isIpv4(last) ? ':0:0' : all))
  const [left = '', right, more] = groups.split('::')
  if (more !== undefined) return false
  const sides = [left, right ?? ''].flatMap((side) => (side === '' ? [] : side.split(':')))
  const isFull = right === undefined ? sides.length === 8 : sides.length < 8
  return isFull && sides.every((group) => /^[0-9a-f]{1,4}$/i.test(group))
}
