import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const modules = join(import.meta.dirname, '../../node_modules')

/** What a command line tool printed, whatever its exit code. */
export type Printed = { stdout: string; stderr: string }

/**
 * Runs a tool of this package in a folder, off the network. Rejects with an `Error` that says what to
 * do when the tool is not installed.
 */
export function runTool(tool: string, args: string[], folder: string): Promise<Printed> {
  const script = join(modules, tool)
  if (!existsSync(script)) {
    return Promise.reject(new Error(`${tool} is not installed: run npx pnpm@12 install.`))
  }
  const env = {
    ...process.env,
    CI: 'true',
    NODE_ENV: 'test',
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    SUPPRESS_NO_CONFIG_WARNING: '1',
  }
  return new Promise((settle) => {
    const settings = { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [script, ...args], settings, (_, stdout, stderr) =>
      settle({ stdout, stderr }),
    )
  })
}

/** The JSON that begins at the first line with a brace, or `undefined`. */
export function jsonIn(text: string): unknown {
  const start = text.search(/^\{/m)
  try {
    return start < 0 ? undefined : JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}
