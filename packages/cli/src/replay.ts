import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { signatureHeader, signPayload } from '@partner-platform/webhooks'
import type { Finished, Given } from './command.ts'
import { deliverAll, type OutgoingRequest } from './deliver-all.ts'
import { CliError, unusableFile } from './errors.ts'
import { type HttpMessage, readHttpFile, withoutConnection } from './http-message.ts'
import type { Io } from './io.ts'
import type { replayCommand } from './replay-command.ts'
import { readSecrets } from './secrets.ts'

export async function replay(given: Given<typeof replayCommand>, io: Io): Promise<Finished> {
  const { url } = given
  const files = await findRecordings(given.file)
  const [secret = null] = given.resign ? await readSecrets(io, given['secret-file']) : []
  // An invalid file ends the command before anything is sent.
  for (const file of files) await readHttpFile(file)
  const total = files.length
  return deliverAll(read(files, secret), { url, total, isJson: given.json, io })
}

async function* read(files: readonly string[], secret: string | null) {
  for (const file of files) yield toRequest(await readHttpFile(file), { file, secret })
}

/** The saved requests at a path: one file, or those of a folder in the order they were recorded. */
async function findRecordings(path: string): Promise<string[]> {
  const names = await listFolder(path)
  if (!names) return [path]
  const files = names.filter((name) => name.endsWith('.http')).sort(byNumber)
  if (files.length > 0) return files.map((name) => join(path, name))
  throw new CliError(
    'file-unusable',
    `${path} contains no saved request, such as 000001-0f3a9c2e.http. Record some with partner-platform listen --record FOLDER.`,
  )
}

async function listFolder(path: string): Promise<string[] | null> {
  try {
    return (await stat(path)).isDirectory() ? await readdir(path) : null
  } catch (cause) {
    const problem = 'cannot be read as a saved request or a folder of them'
    throw unusableFile(path, { problem, next: 'Check the path.', cause })
  }
}

const byNumber = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

async function toRequest(
  { method, headers, body }: HttpMessage,
  { file, secret }: { file: string; secret: string | null },
): Promise<OutgoingRequest> {
  const signature = signatureHeader.toLowerCase()
  const kept = withoutConnection(headers).filter(
    ([name]) => secret === null || name.toLowerCase() !== signature,
  )
  const own: [string, string][] =
    secret === null ? [] : [[signatureHeader, await signPayload({ body, secret })]]
  const signed = secret === null ? 'headers as saved' : 'signed again'
  return {
    title: `${file}, ${body.length} bytes, ${signed}`,
    about: { file, bodyBytes: body.length },
    message: { method, headers: [...kept, ...own], body },
  }
}
