import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Level } from '../src/finding.ts'

interface Diff {
  breaking: () => unknown[]
  nonBreaking: () => unknown[]
  unclassified: () => unknown[]
}

interface Loaded {
  parse: () => Promise<{ document?: { json: () => unknown } }>
}

const require = createRequire(import.meta.url)
// What `asyncapi diff` of the command runs, without its start of several seconds for each pair.
const { diff } = require('@asyncapi/diff') as { diff: (from: unknown, to: unknown) => Diff }
// The other tools are those that `lint` uses.
const ofLint = createRequire(new URL('../../lint/package.json', import.meta.url))
const ofAsyncApi = createRequire(new URL('../../lint/asyncapi-cli/package.json', import.meta.url))
const ofCli = createRequire(ofAsyncApi.resolve('@asyncapi/cli/package.json'))
const { Parser, fromFile } = ofCli('@asyncapi/parser') as {
  Parser: new () => object
  fromFile: (parser: object, path: string) => Loaded
}
const parser = new Parser()
const loaded = new Map<string, unknown>()

async function load(path: string, isKept: boolean): Promise<unknown> {
  if (loaded.has(path)) return loaded.get(path)
  const { document } = await fromFile(parser, path).parse()
  const value = document?.json()
  if (isKept) loaded.set(path, value)
  return value
}

/** The verdict of `asyncapi diff`: `breaking`, or its mildest word for the rest; null where it cannot read one. */
export async function runAsyncApiDiff(from: string, to: string) {
  const [before, after] = [await load(from, true), await load(to, false)]
  if (before === undefined || after === undefined) return null
  const found = diff(before, after)
  if (found.breaking().length > 0) return 'major'
  return found.nonBreaking().length > 0 ? 'minor' : 'patch'
}

/** The verdict of `redocly diff`, which writes into the folder. */
export function runRedoclyDiff(from: string, to: string, folder: string): Level {
  const [config, output] = [join(folder, 'redocly.yaml'), join(folder, 'diff.json')]
  writeFileSync(config, 'telemetry: off\nextends: [diff-recommended]\n')
  const program = join(dirname(ofLint.resolve('@redocly/cli/package.json')), 'bin/cli.js')
  const options = ['--format', 'json', '--config', config, '--output', output, '--fail-on', 'none']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { error } = spawnSync(process.execPath, [program, 'diff', from, to, ...options], { env })
  if (error) throw error
  const { bump } = JSON.parse(readFileSync(output, 'utf8')) as { bump?: Level | null }
  return bump ?? 'none'
}
