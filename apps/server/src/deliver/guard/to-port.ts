const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** The port that a URL leads to, whether it is written in it or not; 0 for an unknown scheme. */
export const toPort = ({ port, protocol }: URL): number =>
  port === '' ? (defaultPorts[protocol] ?? 0) : Number(port)
