import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { signPayload } from '@partner-platform/webhooks'
import { defineCommand, file, flag, url } from './command.ts'
import { deliverAll, type OutgoingRequest } from './deliver-all.ts'
import { CliError, unusableFile } from './errors.ts'
import { contractHeaders, type HttpMessage, readHttpFile } from './http-message.ts'
import { readSecrets, secretOption } from './secrets.ts'

export const replayCommand = defineCommand({
  name: 'replay',
  says: 'Send saved requests again, byte for byte, in the order they were recorded.',
  details: [
    'Sends the saved header lines, including the signature. The lines of the connection, such as Host',
    'and Content-Length, are set for the new connection.',
  ],
  operands: {
    file: file('A saved request, or a folder of them.'),
    url: url('Where to send the requests, such as http://127.0.0.1:4020/webhooks.'),
  },
  options: { resign: flag('Sign each request again, with the newest secret.'), ...secretOption },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'replay recordings http://127.0.0.1:4020/webhooks': 'A whole folder',
    'replay recordings/000001-0f3a9c2e.http http://127.0.0.1:4020/webhooks --resign':
      'One request, with the current secret',
  },
  async run(given, io) {
    const { url } = given
    const files = await findRecordings(given.file)
    const [secret = null] = given.resign ? await readSecrets(io, given['secret-file']) : []
    // An invalid file ends the command before anything is sent.
    for (const file of files) await readHttpFile(file)
    const total = files.length
    return deliverAll(read(files, secret), { url, total, isJson: given.json, io })
  },
})

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

/** Header lines of the old connection; the new connection sets its own. */
const ofConnection = [
  ...['connection', 'content-length', 'expect', 'host', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** A saved request to send again, unchanged or with a new signature. */
async function toRequest(
  { method, headers, body }: HttpMessage,
  { file, secret }: { file: string; secret: string | null },
): Promise<OutgoingRequest> {
  const signature = contractHeaders.signature.toLowerCase()
  const kept = headers.filter(([name]) => {
    const lower = name.toLowerCase()
    return !ofConnection.includes(lower) && (secret === null || lower !== signature)
  })
  const own: [string, string][] =
    secret === null ? [] : [[contractHeaders.signature, await signPayload({ body, secret })]]
  const signed = secret === null ? 'with its own signature' : 'signed again'
  return {
    title: `${file}, ${body.length} bytes, ${signed}`,
    about: { file, bodyBytes: body.length },
    message: { method, headers: [...kept, ...own], body },
  }
}
