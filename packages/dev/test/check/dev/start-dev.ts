import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { until } from '@partner-platform/settings/testing'

const ports = {
  SERVER_PORT: '0',
  OPERATOR_PORT: '0',
  RECEIVER_PORT: '0',
  INBOX_PORT: '0',
  DOCS_PORT: '0',
}

const patience = { timeoutMs: 120_000, everyMs: 10 }

/** `dev` of a copy of the repository, on free ports. The caller stops it. */
export async function startDev(folder: string, env: Readonly<Record<string, string>> = {}) {
  const flags = ['--conditions=@partner-platform/source', join(folder, 'packages/dev/src/dev.ts')]
  const child: ChildProcess = spawn(process.execPath, flags, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    const [code] = await ended
    return { code, output }
  }
  let output = ''
  const hear = (chunk: unknown) => {
    output += stripVTControlCharacters(String(chunk))
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  let told = 0
  /** What it says from now on, up to and with this. */
  const says = async (pattern: RegExp) => {
    const end = () => {
      const match = pattern.exec(output.slice(told))
      return match ? told + match.index + match[0].length : undefined
    }
    await until(() => end() !== undefined || child.exitCode !== null, {
      what: `${pattern} in ${output.slice(told)}`,
      ...patience,
    })
    const text = output.slice(told, end())
    told = end() ?? told
    if (!pattern.test(text)) throw new Error(`It ended with ${child.exitCode}: ${output}`)
    return text
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
