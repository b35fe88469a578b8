import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from './errors.ts'
import { isObject, kindOf } from './json.ts'
import { nearestName } from './schema/nearest-name.ts'

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

interface Kinds {
  'a list of strings': string[]
  'a string': string
  'an object of strings': Record<string, string>
  'true or false': boolean
}

type Config = { [Name in keyof typeof members]?: Kinds[(typeof members)[Name]] }

/**
 * The options of the configuration file, as `parseArgs` gives them: the file named, else
 * `contract-codegen.json` in `cwd` if there is one. Its paths are relative to its own folder.
 * Throws a `UsageError`.
 */
export function readConfig(name: string | undefined, cwd: string) {
  const file = resolve(cwd, name ?? configName)
  if (!existsSync(file)) {
    if (name === undefined) return {}
    throw new UsageError(`${name}: no such file: ${file}. Correct --config.`)
  }
  const { openapi, asyncapi, out, emit, omit, typesModule, remotes, ...others } = parseConfig(file)
  const place = (path: string) => resolve(dirname(file), path)
  return {
    ...others,
    ...(openapi && { openapi: openapi.map(place) }),
    ...(asyncapi && { asyncapi: asyncapi.map(place) }),
    ...(out !== undefined && { out: place(out) }),
    ...(emit && { emit: emit.join(',') }),
    ...(omit && { omit: omit.join(',') }),
    ...(typesModule !== undefined && { 'types-module': typesModule }),
    ...(remotes && {
      remote: Object.entries(remotes).map(([address, folder]) => `${address}=${place(folder)}`),
    }),
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
  const { $schema: _, ...config } = value
  for (const [name, member] of Object.entries(config)) {
    const expected = Object.hasOwn(members, name) ? members[name as keyof Config] : undefined
    if (expected === undefined) throw new UsageError(`${file}: ${describeUnknown(name)}`)
    if (!holds[expected](member)) throw new UsageError(`${file}: ${name} must be ${expected}.`)
  }
  return config
}

function describeUnknown(name: string): string {
  const known = Object.keys(members)
  const nearest = nearestName(name, known)
  return `${name} is unknown. ${nearest ? `Did you mean ${nearest}?` : `Use ${known.join(', ')}.`}`
}

const isText = (value: unknown) => typeof value === 'string'

const holds: Record<keyof Kinds, (value: unknown) => boolean> = {
  'a list of strings': (value) => Array.isArray(value) && value.every(isText),
  'a string': isText,
  'an object of strings': (value) => isObject(value) && Object.values(value).every(isText),
  'true or false': (value) => typeof value === 'boolean',
}
