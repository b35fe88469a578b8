import { isDeepStrictEqual } from 'node:util'
import { entriesOf, isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import { operatorDocument } from '../contract/references.ts'
import { readConstants } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

type Constants = Readonly<Record<string, unknown>>
/** A place in a table, the constant that decides it, and the value that the constant asks for. */
type Stated = [path: Path, constant: string, wanted: unknown]

/** Vectors that rest on other figures than the constants of the documents. */
export function* checkVectorConstants(specs: Specs): Iterable<Found> {
  const all = readConstants(specs)
  const rows = rowsOf(specs.files.get('vectors/figures.json')?.value)
  const shown = new Set<unknown>([...shownElsewhere, ...rows.map(({ given }) => given.figure)])
  // Nobody would notice if a constant changed that no table shows.
  for (const { file, name, decisions } of all) {
    if (file === operatorDocument || shown.has(name)) continue
    const path = ['x-constants', name]
    const message = `No row of vectors/figures.json shows ${name}.`
    const fix = `Add { "name": "<what it decides, in a sentence>", "rule": "${decisions[0] ?? 'D-NNN'}", "given": { "figure": "${name}" }, "want": <its value> }.`
    yield { file, path, onKey: true, rule: 'vectors/no-figure', message, fix }
  }
  const constants = Object.fromEntries(all.map(({ name, value }) => [name, value]))
  for (const [file, list] of Object.entries(tables)) {
    const source = specs.files.get(file)
    for (const [path, constant, wanted] of source ? list(source.value, constants) : []) {
      const actual = valueAt(source?.value, path)
      if (isDeepStrictEqual(actual, wanted)) continue
      const message = `According to ${constant} in x-constants, this must be ${write(wanted)}, but it is ${write(actual)}.`
      const fix = `Write ${write(wanted)}, or change ${constant} in x-constants and in the text of its decision.`
      yield { file, path, rule: 'vectors/other-constant', message, fix }
    }
  }
}

const write = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value))

const headerExample = (name: string): Path => ['components', 'headers', name, 'example']

/** What each table states by the constants. */
const tables: Record<string, (table: unknown, constants: Constants) => Stated[]> = {
  'openapi.yaml': (_, c) => {
    const policy = `"${c.rateLimitPolicyName}";q=${c.rateLimitQuota};w=${c.rateLimitWindowSeconds}`
    const caching = `private, max-age=${c.countriesMaxAgeSeconds}`
    const challenge = `Bearer realm="${c.authenticationRealm}"`
    return [
      [headerExample('RateLimitPolicy'), 'rateLimitQuota', policy],
      [headerExample('CacheControl'), 'countriesMaxAgeSeconds', caching],
      [headerExample('AuthenticateChallenge'), 'authenticationRealm', challenge],
    ]
  },
  'vectors/rate-limits.json': (table, { rateLimitQuota, rateLimitWindowSeconds }) => {
    // Rows on 8.3, the figures that are not shown, are those on the figures of this contract.
    const own = rowsOf(table).filter(({ rule }) => [rule].flat().includes('8.3'))
    if (own.length === 0) return [[['rows'], 'rateLimitQuota', "a table with a row on '8.3'"]]
    return own.flatMap(({ path }): Stated[] => [
      [[...path, 'given', 'quota'], 'rateLimitQuota', rateLimitQuota],
      [[...path, 'given', 'windowSeconds'], 'rateLimitWindowSeconds', rateLimitWindowSeconds],
    ])
  },
  'vectors/retry-schedule.json': (table, c) => [
    [['fixtures', 'stepsSeconds'], 'retryDelaysSeconds', c.retryDelaysSeconds],
    [['fixtures', 'jitterRatio'], 'retryJitterRatio', c.retryJitterRatio],
    [['fixtures', 'retryAfterRatio'], 'retryAfterRatio', c.retryAfterRatio],
    ...rowsOf(table).map(
      ({ path, given }): Stated => [[...path, 'want'], 'retryDelaysSeconds', retryDelay(given, c)],
    ),
  ],
  'vectors/auth.json': (table, { apiKeyPrefixes, apiKeyRandomLength, apiKeyChecksumLength }) => {
    const length = Number(apiKeyRandomLength) + Number(apiKeyChecksumLength)
    return entriesOf(valueAt(table, ['fixtures', 'keys'])).map(([name, one]) => {
      const { environment, key } = isRecord(one) ? one : {}
      const prefix = String(valueAt(apiKeyPrefixes, [String(environment)]))
      const form = new RegExp(`^[0-9A-Za-z]{${length}}$`)
      const isRight =
        typeof key === 'string' && key.startsWith(prefix) && form.test(key.slice(prefix.length))
      const wanted = isRight ? key : `${prefix} and ${length} base62 characters`
      return [['fixtures', 'keys', name, 'key'], 'apiKeyPrefixes', wanted]
    })
  },
  'vectors/figures.json': (table, constants) =>
    rowsOf(table).map(({ path, given }) => {
      const figure = String(given.figure)
      return [[...path, 'want'], figure, constants[figure]]
    }),
  'vectors/signatures.json': (table, { secretPrefix }) =>
    entriesOf(valueAt(table, ['fixtures', 'secrets'])).map(([name, secret]) => {
      const isRight = typeof secret === 'string' && secret.startsWith(String(secretPrefix))
      const wanted = isRight ? secret : `${secretPrefix} and base64`
      return [['fixtures', 'secrets', name], 'secretPrefix', wanted]
    }),
}

/** Figures that other tables show by what they bring about. */
const shownElsewhere = [
  ...['rateLimitQuota', 'rateLimitWindowSeconds', 'apiKeyPrefixes', 'apiKeyRandomLength'],
  ...['apiKeyChecksumLength', 'secretPrefix', 'signaturePrefix'],
  ...['retryDelaysSeconds', 'retryJitterRatio', 'retryAfterRatio'],
]

type TableRow = Record<'name' | 'rule' | 'want', unknown> & {
  path: Path
  given: Record<string, unknown>
}

/** The rows of a table that are objects. */
export function rowsOf(table: unknown): TableRow[] {
  const rows = valueAt(table, ['rows'])
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) => {
    if (!isRecord(row)) return []
    const { name, rule, want } = row
    return [
      { path: ['rows', index], name, rule, want, given: isRecord(row.given) ? row.given : {} },
    ]
  })
}

/**
 * What a row of `vectors/retry-schedule.json` must want, by the constants of the contract. Not the rulebook of
 * `packages/webhooks`: what judges the contract imports none of its users.
 * @see specs/decisions/D-012-retry-schedule.md
 * @see specs/decisions/D-010-accepted-deliveries.md
 */
function retryDelay(given: Record<string, unknown>, constants: Constants): unknown {
  const { retryDelaysSeconds, retryAfterStatuses, retryAfterRatio, retryJitterRatio } = constants
  if (!Array.isArray(retryDelaysSeconds)) return undefined
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

/**
 * Reports figures with which the sender would send an event that receivers find too old or in the
 * future, or with which an event would become too old before its schedule ends.
 * @see specs/decisions/D-012-retry-schedule.md
 * @see specs/decisions/D-014-ordering.md
 */
export function* checkLifetime({ files }: Specs): Iterable<Found> {
  const file = 'asyncapi.yaml'
  const toPath = (name: string) => ['x-constants', name, 'value']
  const constantOf = (name: string) => valueAt(files.get(file)?.value, toPath(name))
  const delays = constantOf('retryDelaysSeconds')
  if (!Array.isArray(delays)) return

  const seconds = (name: string) => Number(constantOf(name))
  const attemptSeconds = seconds('attemptTimeoutMs') / 1000
  const sentSeconds = seconds('deliveryAgeLimitSeconds')
  const ageSeconds = seconds('timestampAgeLimitSeconds')
  const leadSeconds = seconds('deliveryLeadLimitSeconds')
  const futureSeconds = seconds('timestampFutureLimitSeconds')
  // The last attempt ends after its timeout, on a clock that may differ as far as receivers allow.
  const arrivesSeconds = sentSeconds + attemptSeconds + futureSeconds
  const most = Math.max(1 + seconds('retryJitterRatio'), seconds('retryAfterRatio'))
  const scheduleSeconds = delays.reduce((sum, delay) => sum + delay * most + attemptSeconds, 0)

  const rules = [
    {
      isWrong: arrivesSeconds > ageSeconds,
      name: 'deliveryAgeLimitSeconds',
      message: `An event can be ${arrivesSeconds} s old when its last attempt ends, but receivers accept at most ${ageSeconds} s.`,
      fix: 'Lower deliveryAgeLimitSeconds until it, attemptTimeoutMs and timestampFutureLimitSeconds add up to at most timestampAgeLimitSeconds.',
    },
    {
      // The difference between the two limits is for clocks that differ.
      isWrong: leadSeconds >= futureSeconds,
      name: 'deliveryLeadLimitSeconds',
      message: `An event can be sent ${leadSeconds} s early, but receivers accept less than ${futureSeconds} s if their clocks are behind.`,
      fix: 'Lower deliveryLeadLimitSeconds below timestampFutureLimitSeconds: the difference allows for clocks that differ.',
    },
    {
      isWrong: scheduleSeconds > sentSeconds,
      name: 'retryDelaysSeconds',
      message: `The schedule can take ${scheduleSeconds} s, but an event is sent for only ${sentSeconds} s.`,
      fix: 'Shorten retryDelaysSeconds, or raise deliveryAgeLimitSeconds.',
    },
  ]
  for (const { isWrong, name, message, fix } of rules)
    if (isWrong) yield { file, path: toPath(name), rule: 'constants/lifetime', message, fix }
}
