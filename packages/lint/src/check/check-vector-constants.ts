import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { operatorDocument } from '../contract/references.ts'
import { readConstants } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

type Constants = Readonly<Record<string, unknown>>
/** A value in a table of vectors, and what the constants of the contract make of it. */
type Stated = { path: Path; constant: string; wanted: unknown }

/** Vectors that rest on other figures than the constants of the documents. */
export function checkVectorConstants(specs: Specs): Problem[] {
  const constants: Constants = Object.fromEntries(
    readConstants(specs).map(({ name, value }) => [name, value]),
  )
  return [...checkShown(specs), ...checkTables(specs, constants)]
}

/** Constants that no table shows: nobody would notice if one of them changed. */
function checkShown(specs: Specs): Problem[] {
  const shown = rowsOf(specs.files.get('vectors/figures.json')?.value).map(({ row }) =>
    valueAt(row.given, ['figure']),
  )
  return readConstants(specs).flatMap(({ file, name, decisions }) => {
    if (file === operatorDocument || shownElsewhere.includes(name) || shown.includes(name))
      return []
    const finding = {
      rule: 'vectors/no-figure',
      message: `No row of vectors/figures.json shows ${name}.`,
      fix: `Add { "name": "<what it decides, in a sentence>", "rule": "${decisions[0] ?? 'D-NNN'}", "given": { "figure": "${name}" }, "want": <its value> }.`,
    }
    return specs.files.get(file)?.problem(['x-constants', name], finding, true) ?? []
  })
}

function checkTables(specs: Specs, constants: Constants): Problem[] {
  return Object.entries(tables).flatMap(([file, list]) => {
    const source = specs.files.get(file)
    if (!source) return []
    return list(source.value, constants).flatMap(({ path, constant, wanted }) => {
      const actual = valueAt(source.value, path)
      if (isDeepStrictEqual(actual, wanted)) return []
      const finding = {
        rule: 'vectors/other-constant',
        message: `${constant} of x-constants makes this ${write(wanted)}, and it is ${write(actual)}.`,
        fix: `Write ${write(wanted)}, or change ${constant} in x-constants. The text of its decision says the same.`,
      }
      return [source.problem(path, finding)]
    })
  })
}

const headerExample = (name: string, constant: string, wanted: string): Stated => ({
  path: ['components', 'headers', name, 'example'],
  constant,
  wanted,
})

const tables: Record<string, (table: unknown, constants: Constants) => Stated[]> = {
  // The examples of headers that tell figures.
  'openapi.yaml': (_, { rateLimitPolicyName: policy, rateLimitQuota, ...constants }) => [
    headerExample(
      'RateLimitPolicy',
      'rateLimitQuota',
      `"${policy}";q=${rateLimitQuota};w=${constants.rateLimitWindowSeconds}`,
    ),
    headerExample(
      'CacheControl',
      'countriesMaxAgeSeconds',
      `private, max-age=${constants.countriesMaxAgeSeconds}`,
    ),
    headerExample(
      'AuthenticateChallenge',
      'authenticationRealm',
      `Bearer realm="${constants.authenticationRealm}"`,
    ),
  ],
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
      const random = String(key).slice(String(prefix).length)
      const isRight =
        key === `${prefix}${random}` && random.length === length && /^[0-9A-Za-z]*$/.test(random)
      const wanted = isRight ? key : `${prefix} and ${length} base62 characters`
      return { path: ['fixtures', 'keys', name, 'key'], constant: 'apiKeyPrefixes', wanted }
    })
  },
  'vectors/figures.json': (table, constants) =>
    rowsOf(table).map(({ row, index }) => {
      const figure = String(valueAt(row.given, ['figure']))
      return { path: ['rows', index, 'want'], constant: figure, wanted: constants[figure] }
    }),
  'vectors/signatures.json': (table, { secretPrefix }) =>
    entriesAt(table, ['fixtures', 'secrets']).map(([name, secret]) => {
      const isRight = typeof secret === 'string' && secret.startsWith(String(secretPrefix))
      const wanted = isRight ? secret : `${secretPrefix} and base64`
      return { path: ['fixtures', 'secrets', name], constant: 'secretPrefix', wanted }
    }),
}

/** Figures that other tables show by what they bring about. */
const shownElsewhere = [
  ...['rateLimitQuota', 'rateLimitWindowSeconds', 'apiKeyPrefixes', 'apiKeyRandomLength'],
  ...['apiKeyChecksumLength', 'secretPrefix', 'signaturePrefix'],
  ...['retryDelaysSeconds', 'retryJitterRatio', 'retryAfterRatio'],
]

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

/**
 * What a row of `vectors/retry-schedule.json` must want, by the constants of the contract. Not the rulebook of
 * `packages/webhooks`: what judges the contract imports none of its users.
 * @see specs/decisions/D-012-retry-schedule.md
 * @see specs/decisions/D-010-accepted-deliveries.md
 */
function retryDelay(given: unknown, constants: Readonly<Record<string, unknown>>): unknown {
  const { retryDelaysSeconds, retryAfterStatuses, retryAfterRatio, retryJitterRatio } = constants
  if (!isRecord(given) || !Array.isArray(retryDelaysSeconds)) return undefined
  const { attempt, random, retryAfterSeconds, status } = given
  const seconds: unknown = retryDelaysSeconds[Number(attempt) - 1]
  if (typeof seconds !== 'number') return { deadLetter: true }
  const counts = Array.isArray(retryAfterStatuses) && retryAfterStatuses.includes(status)
  if (counts && typeof retryAfterSeconds === 'number') {
    const most = seconds * Number(retryAfterRatio)
    return { delayMs: Math.min(Math.max(retryAfterSeconds, seconds), most) * 1000 }
  }
  const jitter = 1 + Number(retryJitterRatio) * (2 * Number(random) - 1)
  return { delayMs: Math.round(seconds * 1000 * jitter) }
}
