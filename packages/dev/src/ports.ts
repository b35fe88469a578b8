export interface Ports {
  server: number
  receiver: number
  docs: number
}

/** The environment variable and default of each port. */
export const portSettings = {
  server: { variable: 'SERVER_PORT', port: 4010 },
  receiver: { variable: 'RECEIVER_PORT', port: 4020 },
  docs: { variable: 'DOCS_PORT', port: 4030 },
} as const

/** A failure that its message explains in full: printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The ports to listen on; 0 takes a free one. */
export function readPorts(environment: Record<string, string | undefined>): Ports {
  return {
    server: readPort('server', environment),
    receiver: readPort('receiver', environment),
    docs: readPort('docs', environment),
  }
}

function readPort(name: keyof Ports, environment: Record<string, string | undefined>): number {
  const { variable, port } = portSettings[name]
  const text = environment[variable] ?? String(port)
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new StartError(
    `${variable} is wrong: expected a port from 0 to 65535, received text of ${text.length} characters. Set another.`,
  )
}

/** Names the port and the variable when listening failed because the port is taken. */
export function explainListenError(name: keyof Ports, port: number, cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') return cause
  const { variable } = portSettings[name]
  return new StartError(
    `Port ${port} of the ${name} is in use: expected a free one. Stop what listens there, or set ${variable}.`,
    { cause },
  )
}
