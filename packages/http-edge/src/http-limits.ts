/** Limits on the time, memory and sockets that one connection may use. */
export const httpLimits = {
  /** Longest URL accepted, in characters. */
  urlCharacters: 4_096,
  /** Largest request line and headers together, in bytes. */
  headerBytes: 16_384,
  /** Maximum header lines of a request. */
  headerLines: 100,
  /** Time for the headers of a request to arrive. */
  headersTimeoutMs: 10_000,
  /** Time for a whole request to arrive. */
  requestTimeoutMs: 10_000,
  /** Interval between checks for late requests. */
  checkIntervalMs: 1_000,
  /** How long an idle connection is kept for the next request. */
  keepAliveTimeoutMs: 5_000,
  /** How long a connection may be silent while an answer is being written. */
  silenceTimeoutMs: 20_000,
  /** How long a closing connection may stay open, so that its last answer arrives. */
  lingerMs: 500,
  /** Maximum connections. A further one replaces the one that has been silent the longest. */
  connections: 4_096,
  /** Maximum connections from one IPv4 address or IPv6 /64 network, except proxies. */
  connectionsPerAddress: 1_024,
  /** How long connections may finish after the app is told to stop. */
  closeGraceMs: 5_000,
} as const

export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number }
