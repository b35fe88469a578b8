const addresses = ['127.0.0.1', '::1', 'localhost']

/** The names of this machine in `Host`, which has IPv6 addresses in brackets. */
const hosts = ['127.0.0.1', '[::1]', 'localhost']

/** Throws a `TypeError` for an address that other machines can reach; `what` names the surface. */
export function assertLoopback(address: string, what: string): void {
  if (addresses.includes(address)) return
  throw new TypeError(
    `The host of the ${what} cannot be used: expected ${addresses.join(', ')}, received another. Keep it on this machine.`,
  )
}

/**
 * Whether a `Host` is a name of this machine, on any port, because ports may be forwarded. Another name
 * means that another site pointed its name at this machine, to read what is served as its own.
 */
export const isLoopbackHost = (hostname: string): boolean => hosts.includes(hostname.toLowerCase())
