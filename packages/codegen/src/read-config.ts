import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError } from './errors.ts'
import { isObject, kindOf, memberOf } from './json.ts'
import { nearestName } from './schema/nearest-name.ts'

export const configName = 'contract-codegen.json'

const isText = (value: unknown): value is string => typeof value === 'string'
const isList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isMap = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText)
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** The members of the file, each with the kind of value that it takes. */
const members = {
  openapi: { holds: isList, expected: 'a list of strings' },
  asyncapi: { holds: isList, expected: 'a list of strings' },
  out: { holds: isText, expected: 'a string' },
  emit: { holds: isList, expected: 'a list of strings' },
  omit: { holds: isList, expected: 'a list of strings' },
  typesModule: { holds: isText, expected: 'a string' },
  remotes: { holds: isMap, expected: 'an object of strings' },
  lenient: { holds: isFlag, expected: 'true or false' },
  command: { holds: isText, expected: 'a string' },
} as const

type Held<Holds> = Holds extends (value: unknown) => value is infer Value ? Value : never
type Config = { [Name in keyof typeof members]?: Held<(typeof members)[Name]['holds']> }

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
    const kind = memberOf<(typeof members)[keyof Config]>(members, name)
    if (kind === undefined) throw new UsageError(`${file}: ${describeUnknown(name)}`)
    if (!kind.holds(member)) throw new UsageError(`${file}: ${name} must be ${kind.expected}.`)
  }
  return config
}

function describeUnknown(name: string): string {
  const known = Object.keys(members)
  const nearest = nearestName(name, known)
  return `${name} is unknown. ${nearest ? `Did you mean ${nearest}?` : `Use ${known.join(', ')}.`}`
}
