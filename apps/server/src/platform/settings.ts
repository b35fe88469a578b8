import type { Orm } from '@partner-platform/database'
import { type Environment, environments } from '@partner-platform/types'
import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import { countries } from '../countries/countries.ts'
import { isOriginTextSent } from '../generated/index.ts'
import type { PlatformContext } from '../platform-context.ts'
import { announce } from '../store/channels.ts'
import { origins as originRows, unsupportedCountries as unsupportedRows } from '../store/schema.ts'
import { type Invalid, type Issue, invalid, notThere } from './refusal.ts'

/** Settings that apply to all partners. Countries are ISO codes in alphabetical order. */
export type Settings = {
  origins: Record<Environment, string[]>
  supportedCountries: string[]
  unsupportedCountries: string[]
}

/** Each given list replaces the whole previous list. */
export type SettingsChange = {
  origins?: { readonly [Name in Environment]?: readonly string[] | undefined } | undefined
  unsupportedCountries?: readonly string[] | undefined
}

export async function getSettings(orm: Orm): Promise<Settings> {
  const allowed = await orm
    .select({ environment: originRows.environment, origin: originRows.origin })
    .from(originRows)
    // By bytes, because language-specific order may differ between stores.
    .orderBy(asc(sql`${originRows.origin} collate "C"`))
  const originsOf = (environment: Environment) =>
    allowed.filter((row) => row.environment === environment).map(({ origin }) => origin)
  const off = new Set((await orm.select().from(unsupportedRows)).map(({ isoCode }) => isoCode))
  const codes = countries.map(({ isoCode }) => isoCode).toSorted()
  return {
    origins: {
      development: originsOf('development'),
      staging: originsOf('staging'),
      production: originsOf('production'),
    },
    supportedCountries: codes.filter((code) => !off.has(code)),
    unsupportedCountries: codes.filter((code) => off.has(code)),
  }
}

/** Replaces the given lists. If one has an invalid item, changes nothing. */
export async function updateSettings(
  { origins, unsupportedCountries }: SettingsChange,
  { tx, clock }: Pick<PlatformContext, 'tx' | 'clock'>,
): Promise<{ ok: true; settings: Settings } | Invalid> {
  const sets = environments.flatMap((environment) => {
    const wanted = origins?.[environment]
    return wanted ? [{ environment, wanted }] : []
  })
  const issues = [
    ...sets.flatMap(({ environment, wanted }) => originIssues(environment, wanted)),
    ...countryIssues(unsupportedCountries ?? []),
  ]
  if (issues.length > 0) return invalid(...issues)
  // Without the lock, two concurrent replacements could leave a mixture.
  await tx.execute(sql`lock table ${originRows}, ${unsupportedRows} in share row exclusive mode`)
  const createdAt = new Date(clock.wallMs())
  for (const { environment, wanted } of sets) {
    const isOther = notInArray(originRows.origin, [...wanted])
    await tx.delete(originRows).where(and(eq(originRows.environment, environment), isOther))
    const rows = wanted.map((origin) => ({ environment, origin, createdAt }))
    if (rows.length > 0) await tx.insert(originRows).values(rows).onConflictDoNothing()
  }
  if (unsupportedCountries) {
    await tx.delete(unsupportedRows)
    const rows = unsupportedCountries.map((isoCode) => ({ isoCode }))
    if (rows.length > 0) await tx.insert(unsupportedRows).values(rows)
  }
  await announce(tx, 'access')
  return { ok: true, settings: await getSettings(tx) }
}

function originIssues(environment: Environment, wanted: readonly string[]): Issue[] {
  const message = 'must be an origin as browsers send it'
  return wanted.flatMap((text, index) => {
    const path = `/origins/${environment}/${index}`
    return isOrigin(text) ? [] : [{ path, message, keyword: 'format' }]
  })
}

function countryIssues(codes: readonly string[]): Issue[] {
  const known = new Set(countries.map(({ isoCode }) => isoCode))
  return codes.flatMap((code, index) =>
    known.has(code) ? [] : [notThere(`/unsupportedCountries/${index}`, 'a country')],
  )
}

/**
 * Whether a text is an origin exactly as browsers send it. A pattern cannot check how addresses and ports
 * are written, and the URL parser accepts `https://*.example`.
 * @see specs/decisions/ D-021
 */
export const isOrigin = (text: string): boolean =>
  isOriginTextSent(text) && URL.canParse(text) && new URL(text).origin === text
