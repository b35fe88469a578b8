const addresses = ['127.0.0.1', '::1', 'localhost']

/** The names in `Host` that this machine has for itself; IPv6 addresses are in brackets there. */
const hosts = ['127.0.0.1', '[::1]', 'localhost']

/** Throws a `TypeError` for an address that others could reach; `what` names the surface. */
export function assertLoopback(address: string, what: string): void {
  if (addresses.includes(address)) return
  throw new TypeError(
    `The host of the ${what} cannot be used: expected ${addresses.join(', ')}, received another. Keep it on this machine.`,
  )
}

/**
 * Whether a `Host` is a name of this machine, on any port: one may be forwarded. Another name means
 * that a page of another site had its name pointed here, to read what is served as its own.
 */
export const isLoopbackHost = (hostname: string): boolean => hosts.includes(hostname.toLowerCase())
