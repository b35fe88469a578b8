import { access, constants, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unusableFile } from '../errors.ts'
import { formatHttpMessage, type HttpMessage } from '../http-message.ts'

/** Saves a request and returns the path of its file. */
export type RecordRequest = (request: HttpMessage, storageKey: string) => Promise<string>

const numbered = /^(\d{6,9})-[0-9a-f]{8}\.http$/

/**
 * Saves each request byte for byte, complete or not at all, numbered after the files in the folder.
 * Only this user may read the files, which contain personal data. Throws a `CliError` if the folder is unusable.
 */
export async function createRecorder(folder: string): Promise<RecordRequest> {
  let last = await lastNumber(folder)
  return async (request, storageKey) => {
    last += 1
    const path = join(folder, `${String(last).padStart(6, '0')}-${storageKey.slice(0, 8)}.http`)
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(formatHttpMessage(request))
      await file.close()
    } catch (error) {
      // An incomplete request must not be replayed.
      await file.close().catch(() => {})
      await rm(path, { force: true })
      throw error
    }
    return path
  }
}

async function lastNumber(path: string): Promise<number> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.W_OK)
    const numbers = (await readdir(path)).map((name) => Number(numbered.exec(name)?.[1] ?? 0))
    return numbers.reduce((most, number) => Math.max(most, number), 0)
  } catch (cause) {
    throw unusableFile(path, {
      problem: 'is not a folder to write to',
      next: 'Name another.',
      cause,
    })
  }
}
