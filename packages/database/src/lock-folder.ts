import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FolderInUseError } from './errors.ts'

/**
 * Keeps a data folder for this process until the returned function is called or the process dies,
 * however it dies: the lock is a local socket that listens. Makes the folder if it is not there, and
 * takes it from everyone but its owner.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  closeToOthers(folder)
  const address = toAddress(folder)
  const server = createServer((socket) => socket.destroy())
  try {
    await listen(server, address)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    if (address.startsWith('\0') || (await isAnswered(address))) throw inUse()
    // The socket of a process that died without taking it away.
    rmSync(address, { force: true })
    await listen(server, address)
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

const ownerOnly = 0o700

/** The store makes files that are open to all, secrets in them: who cannot enter the folder reads none. */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: ownerOnly })
  const { uid, mode } = statSync(folder)
  const isOurs = uid === process.getuid?.()
  if (isOurs && (mode & 0o777) !== ownerOnly) chmodSync(folder, ownerOnly)
}

const inUse = () =>
  new FolderInUseError(
    'The data folder is in use: expected one that no other process has open. Stop the other process, or use another folder.',
  )

/** The folder itself, by whatever path it was come to. */
function toAddress(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  const digest = createHash('sha256').update(`${dev}:${ino}`).digest('hex')
  const name = `partner-platform-${digest.slice(0, 24)}`
  // On Linux and Windows the name goes with the process; elsewhere it is a file that can stay behind.
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ path: address, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
