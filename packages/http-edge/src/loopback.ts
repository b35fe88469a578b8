const addresses = ['127.0.0.1', '::1', 'localhost']

/** The names of this machine in a `Host` header, where IPv6 addresses have brackets. */
const hosts = ['127.0.0.1', '[::1]', 'localhost']

/** Throws a `TypeError` for an address that other machines can reach; `what` names the surface. */
export function assertLoopback(address: string, what: string): void {
  if (addresses.includes(address)) return
  throw new TypeError(
    `The host of the ${what} must be one of ${addresses.join(', ')}, which only this machine can reach.`,
  )
}

/**
 * Whether a `Host` is a name of this machine, on any port, because ports may be forwarded. Any other name
 * may belong to a site that resolves to this machine so that its pages can read the answers.
 */
export const isLoopbackHost = (hostname: string): boolean => hosts.includes(hostname.toLowerCase())
