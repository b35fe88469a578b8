import { isIPv4 } from 'node:net'

const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/**
 * An address that a name server or a socket gave, in the one form in which a parsed `URL` has it as
 * `hostname`: IPv6 in brackets, shortened. `null` for anything that is no address, and for one with a
 * zone: only local ones have it.
 */
export function toOneForm(address: string): string | null {
  if (isIPv4(address)) return address
  const text = `http://[${address}]/`
  return URL.canParse(text) ? new URL(text).hostname : null
}

/**
 * The far end of a socket in that form. One that speaks IPv6 shows an IPv4 address mapped into it; that
 * is told as what it is.
 */
export function toFarEnd(remoteAddress: string | undefined): string | null {
  const address = toOneForm(remoteAddress ?? '')
  const [, high, low] = mapped.exec(address ?? '') ?? []
  if (high === undefined || low === undefined) return address
  const bits = Number.parseInt(high, 16) * 2 ** 16 + Number.parseInt(low, 16)
  return new URL(`http://${bits}/`).hostname
}
