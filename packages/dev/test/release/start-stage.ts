import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { until } from '@partner-platform/settings/testing'

export type Texts = Readonly<Record<string, string>>

/** A stage of a Dockerfile, as a folder. Paths inside the image begin at that folder. */
export type Stage = { folder: string; workdir: string; env: Record<string, string>; user: number }

export type Started = {
  /** Resolves once the health check passes. */
  healthy(): Promise<void>
  /** Sends SIGTERM, as `docker stop` does; gives the exit code. */
  stop(): Promise<number | null>
}

/** The variables of a process in a stage. One whose name ends in _FILE or _FOLDER is a path inside the image. */
export function envOf(stage: Stage, given: Texts): NodeJS.ProcessEnv {
  const inside = ([name, value]: [string, string]): [string, string] => [
    name,
    // The value cannot tell: a key in base64 may also begin with a slash.
    /_(FILE|FOLDER)$/.test(name) ? join(stage.folder, value) : value,
  ]
  const own = Object.fromEntries(Object.entries({ ...stage.env, ...given }).map(inside))
  const path = [dirname(process.execPath), process.env.PATH].join(':')
  // A step may need the proxy and the registry of this machine; what runs as another user needs none.
  const outer = stage.user === 0 ? process.env : { HOME: tmpdir() }
  return { ...outer, PATH: path, ...own }
}

type Commands = { start: string[]; health: string[]; env: Texts }

/** Starts the command of a stage as its user. */
export function startStage(stage: Stage, { start, health, env }: Commands): Started {
  const options = {
    cwd: join(stage.folder, stage.workdir),
    env: envOf(stage, env),
    uid: stage.user,
    gid: stage.user,
  }
  const [program = '', ...args] = start
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const check = async () => {
    if (child.exitCode !== null)
      throw new Error(`The process exited with ${child.exitCode}: ${output}`)
    const [command = '', ...words] = health
    const [code] = await once(spawn(command, words, { ...options, stdio: 'ignore' }), 'close')
    return code === 0
  }
  return {
    async healthy() {
      await until(check, { what: `health of ${stage.folder}`, timeoutMs: 60_000 })
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
