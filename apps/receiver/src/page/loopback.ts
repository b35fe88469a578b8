const addresses = ['127.0.0.1', '::1', 'localhost']

/** The names in `Host` that this machine has for itself; IPv6 addresses are in brackets there. */
const hosts = ['127.0.0.1', '[::1]', 'localhost']

/** Throws a `TypeError` for an address that others could reach. */
export function assertLoopback(address: string): void {
  if (addresses.includes(address)) return
  throw new TypeError(
    `The host of the inbox page cannot be used: expected ${addresses.join(', ')}, received another. It shows personal data: keep it on this machine.`,
  )
}

/**
 * Whether a `Host` is a name of this machine, on any port: one may be forwarded. Another name means
 * that a page of another site had its name pointed here, to read the inbox as its own.
 */
export const isLoopbackHost = (hostname: string) => hosts.includes(hostname.toLowerCase())
