import { isIPv4 } from 'node:net'

/** Whether the `hostname` of a parsed `URL` is an address of the machine itself. */
export const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
