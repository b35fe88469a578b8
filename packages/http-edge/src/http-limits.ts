/** What one connection may cost an app. Each value bounds time, memory or sockets. */
export const httpLimits = {
  /** Longest URL that is read, in characters. */
  urlCharacters: 4_096,
  /** Largest request line and headers together, in bytes. */
  headerBytes: 16_384,
  /** Most header lines of a request. */
  headerLines: 100,
  /** Time for the headers of a request to arrive. */
  headersTimeoutMs: 10_000,
  /** Time for a whole request to arrive. */
  requestTimeoutMs: 10_000,
  /** How often late requests are looked for. */
  checkIntervalMs: 1_000,
  /** How long an idle connection is kept for the next request. */
  keepAliveTimeoutMs: 5_000,
  /** How long a connection may be silent while an answer is being written. */
  silenceTimeoutMs: 20_000,
  /** How long a connection that is over may stay, so that its last answer arrives. */
  lingerMs: 500,
  /** Connections at once. For another one, the longest silent one is dropped. */
  connections: 4_096,
  /** Connections at once from one IPv4 address or IPv6 /64 network, proxies excepted. */
  connectionsPerAddress: 1_024,
  /** How long connections may finish after the app is told to stop. */
  closeGraceMs: 5_000,
} as const

export type HttpLimits = { readonly [Name in keyof typeof httpLimits]: number }
