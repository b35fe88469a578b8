import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const manifest = require.resolve('@asyncapi/cli/package.json')

/** The command `asyncapi`, as a script for Node. */
export const asyncApiCli = join(dirname(manifest), 'bin/run_bin')

/** Keeps the command off the network: by default it reports how it is used. */
export const asyncApiEnv = {
  CI: 'true',
  NODE_ENV: 'test',
  NO_COLOR: '1',
  SUPPRESS_NO_CONFIG_WARNING: '1',
}

export type Parser = {
  validate(text: string, at: { source: string }): Promise<{ severity: number; message: string }[]>
}

/** The parser that `asyncapi validate` runs, in the same version. */
export function createParser(): Parser {
  const { Parser } = createRequire(manifest)('@asyncapi/parser') as { Parser: new () => Parser }
  return new Parser()
}
