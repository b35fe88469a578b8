import { port, wrongSetting } from '@partner-platform/settings'

/** Where `start` listens. */
export const portSettings = {
  SERVER_PORT: port(4010),
  OPERATOR_PORT: port(4011),
  RECEIVER_PORT: port(4020),
  INBOX_PORT: port(4021),
  DOCS_PORT: port(4030),
}

export type PortVariable = keyof typeof portSettings

/** What a failure to listen means: a port in use is named with the variable that moves it. */
export function explainListenError(variable: PortVariable, error: unknown): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return error
  return wrongSetting(variable, { expected: 'a free port', received: `${port}, which is in use` })
}
