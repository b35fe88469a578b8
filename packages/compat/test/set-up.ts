import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFiles } from '@partner-platform/harness'
import { afterAll } from 'vitest'
import { runCli } from '../src/run-cli.ts'

type Files = { [path: string]: string | Uint8Array }

/** Makes new folders with files in them, which are gone when the tests of the file end. */
export function useFolders(): (files?: Files) => string {
  const root = mkdtempSync(join(tmpdir(), 'compat-test-'))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  return (files = {}) => {
    const folder = mkdtempSync(join(root, 'case-'))
    writeFiles(folder, files)
    return folder
  }
}

/** A small OpenAPI document: one operation that answers with an object of these fields. */
export function openapi({ version = '3.1.0', fields = ['id'], note = 'Them.' } = {}): string {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
  const schema = { type: 'object', required: fields, properties }
  const content = { 'application/json': { schema } }
  const responses = { 200: { description: note, content } }
  return JSON.stringify({
    openapi: version,
    info: { title: 'Things', version: '1.0.0' },
    paths: { '/things': { get: { operationId: 'getThing', responses } } },
  })
}

interface Event {
  name?: string
  action?: string
  payload?: object
}

/** A small AsyncAPI document: one message that is sent, or received. */
export function asyncapi({
  name = 'thing.made',
  action = 'send',
  payload = { type: 'object' },
}: Event = {}): string {
  return JSON.stringify({
    asyncapi: '3.0.0',
    info: { title: 'Events', version: '1.0.0' },
    channels: { things: { messages: { made: { $ref: '#/components/messages/made' } } } },
    operations: { sendMade: { action, channel: { $ref: '#/channels/things' } } },
    components: { messages: { made: { name, contentType: 'application/json', payload } } },
  })
}

/** Runs git in a folder with an identity of its own and none of this machine's settings. */
export function git(folder: string, ...args: string[]): string {
  const settings = ['user.name=Test', 'user.email=test@example.com'].flatMap((one) => ['-c', one])
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const options = { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' } as const
  return execFileSync('git', [...settings, ...args], options)
}

/** Makes the folder a repository and commits everything in it. */
export function commitAll(folder: string): void {
  git(folder, 'init', '--quiet', '--initial-branch=main')
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', '--message=state')
}

/** Runs the command in this process. */
export async function runHere(args: readonly string[], cwd: string) {
  const [out, errors]: [string[], string[]] = [[], []]
  const code = await runCli(args, {
    ...{ cwd, isColored: false },
    stdout: (part) => out.push(part),
    stderr: (part) => errors.push(part),
  })
  return { code, stdout: out.join(''), stderr: errors.join('') }
}
