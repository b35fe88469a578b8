import { join } from 'node:path'
import { port, SettingError, text } from '@partner-platform/settings'
import { root } from './workspaces.ts'

/** Where `start` and `dev` listen. */
export const portSettings = {
  SERVER_PORT: port(4010),
  OPERATOR_PORT: port(4011),
  RECEIVER_PORT: port(4020),
  INBOX_PORT: port(4021),
  DOCS_PORT: port(4030),
}

export type PortVariable = keyof typeof portSettings
export type AppPort = Exclude<PortVariable, 'DOCS_PORT'>

export const startSettings = {
  ...portSettings,
  DATA_FOLDER: text({
    says: "Folder of the server's store. Its data survives a restart.",
    unit: 'path',
    fallback: join(root, '.data/server'),
  }),
  RECEIVER_DATA_FOLDER: text({
    says: "Folder of the receiver's store. Its data survives a restart.",
    unit: 'path',
    fallback: join(root, '.data/receiver'),
  }),
}

/** Explains a failure to listen: a port in use is named with the variable that moves it. */
export function explainListenError(variable: PortVariable, error: unknown): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return error
  return new SettingError(
    `Port ${port} is in use. Set ${variable} to another port, or to 0 for any free one.`,
  )
}
