import { join } from 'node:path'
import { runProcess, until } from '@partner-platform/settings/testing'

const ports = {
  SERVER_PORT: '0',
  OPERATOR_PORT: '0',
  RECEIVER_PORT: '0',
  INBOX_PORT: '0',
  DOCS_PORT: '0',
}

/** `dev`, or `start`, of a copy of the repository, on free ports. The caller stops it. */
export async function startDev(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  command: 'dev' | 'start' = 'dev',
) {
  const file = join(folder, `packages/dev/src/${command}.ts`)
  const child = runProcess({ file, env: { HOME: process.env.HOME ?? '', ...ports, ...env } })
  let isOver = false
  void child.ended.then(() => {
    isOver = true
  })
  let told = 0
  /** What it says from now on, up to and with this. */
  const says = async (pattern: RegExp) => {
    const look = () => {
      const match = pattern.exec(child.output.slice(told))
      if (!match && isOver) throw new Error(`It ended without ${pattern}: ${child.output}`)
      return match
    }
    const { index, 0: found } = await until(look, { what: `${pattern}`, timeoutMs: 120_000 })
    const text = child.output.slice(told, told + index + found.length)
    told += text.length
    return text
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.signal(signal)
    const { code } = await child.ended
    return { code, output: child.output }
  }
  const lines = await says(/Ctrl-C stops everything/).catch(async (error) => {
    await stop()
    throw error
  })
  const placeOf = (name: string) => new RegExp(`^ {2}${name} +(\\S+)`, 'm').exec(lines)?.[1] ?? ''
  return {
    says,
    /** What was told of a save that was followed to its end, or could not be. */
    green: () => says(/✓ green in .*\n/),
    setBack: () => says(/✗ .*still serving the last good version\.\n/),
    placeOf,
    apiKey: /ppk_dev_\w+/.exec(lines)?.[0] ?? '',
    stop,
  }
}
