import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Path, valueAt } from './pointer.ts'
import type { Problem } from './problem.ts'
import { readConstants } from './read-constants.ts'
import { retryDelay } from './retry-delay.ts'
import type { Specs } from './specs.ts'

type Constants = Readonly<Record<string, unknown>>
/** A value in a table of vectors, and what the constants of the contract make of it. */
type Stated = { path: Path; constant: string; wanted: unknown }

/** Vectors that rest on other figures than the constants of the documents. */
export function checkVectorConstants(specs: Specs): Problem[] {
  const constants: Constants = Object.fromEntries(
    readConstants(specs).map(({ name, value }) => [name, value]),
  )
  return Object.entries(tables).flatMap(([file, list]) => {
    const source = specs.files.get(file)
    if (!source) return []
    return list(source.value, constants).flatMap(({ path, constant, wanted }) => {
      const actual = valueAt(source.value, path)
      if (isDeepStrictEqual(actual, wanted)) return []
      const finding = {
        rule: 'vectors/other-constant',
        message: `${constant} of x-constants makes this ${write(wanted)}, and it is ${write(actual)}.`,
        fix: `Write ${write(wanted)}, or change ${constant} in the document and its decision.`,
      }
      return [source.problem(path, finding)]
    })
  })
}

const tables: Record<string, (table: unknown, constants: Constants) => Stated[]> = {
  'vectors/rate-limits.json': (table, { rateLimitQuota, rateLimitWindowSeconds }) => {
    // Rows on 8.3, the figures that are not shown, are those on the figures of this contract.
    const own = rowsOf(table).filter(({ row }) => [row.rule].flat().includes('8.3'))
    const quotas = own.map(({ index }) => ({
      path: ['rows', index, 'given', 'quota'],
      constant: 'rateLimitQuota',
      wanted: rateLimitQuota,
    }))
    const windows = own.map(({ index }) => ({
      path: ['rows', index, 'given', 'windowSeconds'],
      constant: 'rateLimitWindowSeconds',
      wanted: rateLimitWindowSeconds,
    }))
    const none = {
      path: ['rows'],
      constant: 'rateLimitQuota',
      wanted: "a table with a row on '8.3'",
    }
    return own.length > 0 ? [...quotas, ...windows] : [none]
  },
  'vectors/retry-schedule.json': (table, constants) => [
    ...Object.entries(retryFixtures).map(([key, constant]) => ({
      path: ['fixtures', key],
      constant,
      wanted: constants[constant],
    })),
    ...rowsOf(table).map(({ row, index }) => ({
      path: ['rows', index, 'want'],
      constant: 'retryDelaysSeconds',
      wanted: retryDelay(row.given, constants),
    })),
  ],
  'vectors/auth.json': (table, { apiKeyPrefixes, apiKeyRandomLength, apiKeyChecksumLength }) => {
    const length = Number(apiKeyRandomLength) + Number(apiKeyChecksumLength)
    return entriesAt(table, ['fixtures', 'keys']).map(([name, one]) => {
      const { environment, key } = isRecord(one) ? one : {}
      const prefix = valueAt(apiKeyPrefixes, [String(environment)])
      const isRight = new RegExp(`^${prefix}[0-9A-Za-z]{${length}}$`).test(String(key))
      const wanted = isRight ? key : `${prefix} and ${length} base62 characters`
      return { path: ['fixtures', 'keys', name, 'key'], constant: 'apiKeyPrefixes', wanted }
    })
  },
  'vectors/signatures.json': (table, { secretPrefix }) =>
    entriesAt(table, ['fixtures', 'secrets']).map(([name, secret]) => {
      const isRight = typeof secret === 'string' && secret.startsWith(String(secretPrefix))
      const wanted = isRight ? secret : `${secretPrefix} and base64`
      return { path: ['fixtures', 'secrets', name], constant: 'secretPrefix', wanted }
    }),
}

const retryFixtures = {
  stepsSeconds: 'retryDelaysSeconds',
  jitterRatio: 'retryJitterRatio',
  retryAfterRatio: 'retryAfterRatio',
}

function rowsOf(table: unknown): { row: Record<string, unknown>; index: number }[] {
  const rows = valueAt(table, ['rows'])
  const list: unknown[] = Array.isArray(rows) ? rows : []
  return list.flatMap((row, index) => (isRecord(row) ? [{ row, index }] : []))
}

function entriesAt(table: unknown, path: Path): [string, unknown][] {
  const value = valueAt(table, path)
  return isRecord(value) ? Object.entries(value) : []
}

const write = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))
