import { defineCommand } from '../command-line/command.ts'
import { deliverAll } from '../deliver/deliver-all.ts'
import { parseTargetUrl } from '../deliver/parse-target-url.ts'
import { readHttpFile } from '../http-message/read-http-file.ts'
import { jsonOption } from '../json-option.ts'
import { readSecrets } from '../secrets/read-secrets.ts'
import { secretOption } from '../secrets/secret-option.ts'
import { findRecordings } from './find-recordings.ts'
import { toParcel } from './to-parcel.ts'

export const replayCommand = defineCommand({
  name: 'replay',
  says: 'Send saved requests again, byte for byte, in the order they were recorded.',
  details: [
    'Each is sent with its own header lines, its signature among them; only those that belong to the',
    'connection, such as Host and Content-Length, are those of the new one.',
  ],
  operands: {
    file: {
      kind: 'text',
      value: 'FILE',
      names: 'file',
      says: 'A saved request, or a folder of them.',
    },
    url: {
      kind: 'text',
      value: 'URL',
      says: 'Where to send them, such as http://127.0.0.1:4020/webhooks.',
    },
  },
  options: {
    resign: { kind: 'flag', says: 'Sign each anew, with the newest secret.' },
    ...secretOption,
    ...jsonOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: [
    ['replay recordings http://127.0.0.1:4020/webhooks', 'A whole folder'],
    [
      'replay recordings/000001-0f3a9c2e.http http://127.0.0.1:4020/webhooks --resign',
      'One, with a secret of today',
    ],
  ],
  async run(given, io) {
    const url = parseTargetUrl(given.url)
    const files = await findRecordings(given.file)
    const secret = given.resign ? ((await readSecrets(io, given['secret-file']))[0] ?? null) : null
    // A file that is none ends the command before anything is sent.
    for (const file of files) await readHttpFile(file)
    const total = files.length
    return deliverAll(read(files, secret), { url, total, isJson: given.json, io })
  },
})

async function* read(files: readonly string[], secret: string | null) {
  for (const file of files) yield toParcel(await readHttpFile(file), { file, secret })
}
