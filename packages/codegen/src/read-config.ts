import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isObject, kindOf } from './json.ts'
import { nearestName } from './schema/nearest-name.ts'
import { UsageError } from './usage-error.ts'

/** The options of a command line that a configuration file may hold, as `parseArgs` gives them. */
interface ConfigValues {
  openapi?: string[]
  asyncapi?: string[]
  out?: string
  emit?: string
  omit?: string
  'types-module'?: string
  remote?: string[]
  lenient?: boolean
  command?: string
}

export const configName = 'contract-codegen.json'

/** The members of the file, each with the kind of value that it takes. */
const members = {
  openapi: 'a list of strings',
  asyncapi: 'a list of strings',
  out: 'a string',
  emit: 'a list of strings',
  omit: 'a list of strings',
  typesModule: 'a string',
  remotes: 'an object of strings',
  lenient: 'true or false',
  command: 'a string',
} as const

type Config = {
  [Name in keyof typeof members]?: (typeof members)[Name] extends 'a list of strings'
    ? string[]
    : (typeof members)[Name] extends 'a string'
      ? string
      : (typeof members)[Name] extends 'true or false'
        ? boolean
        : Record<string, string>
}

/**
 * The options of the configuration file: the one named, else `contract-codegen.json` in `cwd` if there is one.
 * Its paths are relative to its own folder. Throws a `UsageError`.
 */
export function readConfig(name: string | undefined, cwd: string): ConfigValues {
  const file = resolve(cwd, name ?? configName)
  if (!existsSync(file)) {
    if (name === undefined) return {}
    throw new UsageError(`${name}: no such file: ${file}. Correct --config.`)
  }
  const { openapi, asyncapi, out, emit, omit, typesModule, remotes, ...others } = parseConfig(file)
  const place = (path: string) => resolve(dirname(file), path)
  return {
    ...(openapi && { openapi: openapi.map(place) }),
    ...(asyncapi && { asyncapi: asyncapi.map(place) }),
    ...(out !== undefined && { out: place(out) }),
    ...(emit && { emit: emit.join(',') }),
    ...(omit && { omit: omit.join(',') }),
    ...(typesModule !== undefined && { 'types-module': typesModule }),
    ...(remotes && {
      remote: Object.entries(remotes).map(([address, folder]) => `${address}=${place(folder)}`),
    }),
    ...(others.lenient !== undefined && { lenient: others.lenient }),
    ...(others.command !== undefined && { command: others.command }),
  }
}

function parseConfig(file: string): Config {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${(error as Error).message}. Correct it.`)
  }
  if (!isObject(value))
    throw new UsageError(`${file} must contain an object, not ${kindOf(value)}.`)
  for (const [name, member] of Object.entries(value)) {
    if (name === '$schema') continue
    const expected = Object.hasOwn(members, name) ? members[name as keyof Config] : undefined
    if (expected === undefined) throw new UsageError(`${file}: ${describeUnknown(name)}`)
    if (!holds(expected, member)) throw new UsageError(`${file}: ${name} must be ${expected}.`)
  }
  return value
}

function describeUnknown(name: string): string {
  const known = Object.keys(members)
  const nearest = nearestName(name, known)
  return `${name} is unknown. ${nearest ? `Did you mean ${nearest}?` : `Use ${known.join(', ')}.`}`
}

function holds(expected: string, value: unknown): boolean {
  const isText = (one: unknown) => typeof one === 'string'
  if (expected === 'a string') return isText(value)
  if (expected === 'true or false') return typeof value === 'boolean'
  if (expected === 'a list of strings') return Array.isArray(value) && value.every(isText)
  return isObject(value) && Object.values(value).every(isText)
}
