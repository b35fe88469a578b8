/** An absolute URI by RFC 3986: scheme, then authority or path. Relative references are none. */
export function isUri(text: string): boolean {
  return parseReference(text)?.scheme !== undefined
}

/** A URI, or a reference relative to one, by RFC 3986. Before its first slash, only a scheme has a colon. */
export function isUriReference(text: string): boolean {
  const reference = parseReference(text)
  return reference !== null && (reference.scheme !== undefined || !/^[^/?#]*:/.test(text))
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
  const parts = email.exec(text)
  if (parts === null) return false
  const [, version, address] = parts
  if (address === undefined) return true
  return version === undefined ? isIpv4(address) : isIpv6(address)
}

const labelPattern = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

const email = /* @__PURE__ */ (() => {
  const atom = "[\\w!#$%&'*+/=?^`{|}~-]+"
  const quoted = String.raw`"(?:[ !#-[\]-~]|\\[ -~])*"`
  const host = String.raw`${labelPattern}(?:\.${labelPattern})*`
  const local = String.raw`(?:${atom}(?:\.${atom})*|${quoted})`
  return new RegExp(String.raw`^${local}@(?:${host}|\[(IPv6:)?(.*)\])$`, 'i')
})()

/** Labels by RFC 1123; one that begins with `xn--` must be Punycode and must not begin with a mark. */
export function isHostname(text: string): boolean {
  const isValid = (part: string) => label.test(part) && (!/^xn--/i.test(part) || isPunycode(part))
  return text.length <= 253 && text.split('.').every(isValid)
}

const label = /* @__PURE__ */ (() => new RegExp(`^${labelPattern}$`, 'i'))()

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

/** A URI with its scheme, or a relative reference without; null for anything else. */
function parseReference(text: string): { scheme: string | undefined } | null {
  const parts = reference.exec(text)
  if (parts === null) return null
  const [, scheme, literal] = parts
  return literal === undefined || isAddress(literal) ? { scheme } : null
}

const reference = /* @__PURE__ */ (() => {
  const repeated = (more: string) => String.raw`(?:[a-z0-9\-._~!$&'()*+,;=${more}]|%[0-9a-f]{2})*`
  const scheme = '([a-z][a-z0-9+.-]*):(?=[^?#])'
  const host = String.raw`\[([^\]]*)\]|${repeated('')}`
  const authority = String.raw`//(?:${repeated(':')}@)?(?:${host})(?::\d*)?(?=[/?#]|$)`
  const end = String.raw`(?:\?${repeated(':@/?')})?(?:#${repeated(':@/?')})?`
  return new RegExp(`^(?:${scheme})?(?:${authority}|(?!//))${repeated(':@/')}${end}$`, 'i')
})()

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
