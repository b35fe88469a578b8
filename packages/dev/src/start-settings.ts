import { join } from 'node:path'
import { port, text, wrongSetting } from '@partner-platform/settings'
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

/** Every setting of `start`. */
export const startSettings = {
  ...portSettings,
  DATA_FOLDER: text({
    says: "Folder of the server's store; what is in it is there again at the next start.",
    unit: 'path',
    fallback: join(root, '.data/server'),
  }),
  RECEIVER_DATA_FOLDER: text({
    says: "Folder of the receiver's store; what arrived is there again at the next start.",
    unit: 'path',
    fallback: join(root, '.data/receiver'),
  }),
}

/** Explains a failure to listen: a port in use is named with the variable that moves it. */
export function explainListenError(variable: PortVariable, error: unknown): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return error
  return wrongSetting(variable, { expected: 'a free port', received: `${port}, which is in use` })
}
