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
    says: "Folder of the server's store, kept between starts.",
    unit: 'path',
    fallback: join(root, '.data/server'),
  }),
  RECEIVER_DATA_FOLDER: text({
    says: "Folder of the receiver's store, kept between starts.",
    unit: 'path',
    fallback: join(root, '.data/receiver'),
  }),
}

/** Explains a failure to listen: names a port in use with its variable, one of those given. */
export function explainListenError(
  error: unknown,
  ports: Partial<Record<PortVariable, number>>,
): unknown {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') return error
  const names = Object.keys(ports) as PortVariable[]
  const variable = names.find((name) => ports[name] === port) ?? names[0] ?? 'SERVER_PORT'
  return wrongSetting(variable, { expected: 'a free port', received: `${port}, which is in use` })
}
