import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own for a test, with these files in it. */
export function folderWith(files: { [path: string]: string | Uint8Array } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'compat-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  write(folder, files)
  return folder
}

export function write(folder: string, files: { [path: string]: string | Uint8Array }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A small OpenAPI document: one operation that answers with an object of these fields. */
export function openapi({ version = '3.1.0', fields = ['id'], note = 'Them.' } = {}): string {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
  const schema = { type: 'object', required: fields, properties }
  const content = { 'application/json': { schema } }
  return JSON.stringify({
    openapi: version,
    info: { title: 'Things', version: '1.0.0' },
    paths: {
      '/things': {
        get: { operationId: 'getThing', responses: { 200: { description: note, content } } },
      },
    },
  })
}

/** A small AsyncAPI document: one message that is sent. */
export function asyncapi({ name = 'thing.made', action = 'send' } = {}): string {
  return JSON.stringify({
    asyncapi: '3.0.0',
    info: { title: 'Events', version: '1.0.0' },
    channels: { things: { messages: { made: { $ref: '#/components/messages/made' } } } },
    operations: {
      sendMade: { action, channel: { $ref: '#/channels/things' } },
    },
    components: {
      messages: {
        made: { name, contentType: 'application/json', payload: { type: 'object' } },
      },
    },
  })
}
