import { compareText } from '../json.ts'
import type { Node } from '../load/node.ts'

/** `country-list` → `CountryList`, `2fa` → `Schema2fa`. Letters of any script are kept; other characters separate words. */
export function toPascalCase(text: string): string {
  const name = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(capitalize).join('')
  return /^\p{L}/u.test(name) ? name : `Schema${name}`
}

/** The name, with a number if it is taken, and takes it. */
export function takeName(wish: string, taken: Set<string>): string {
  let name = wish
  for (let number = 2; taken.has(name); number += 1) name = `${wish}${number}`
  taken.add(name)
  return name
}

/** `submission.updated` → `submissionUpdated`. */
export function toCamelCase(text: string): string {
  const name = toPascalCase(text)
  return name[0]?.toLowerCase() + name.slice(1)
}

/** The name of a schema from its file: `schemas/country-list.yaml` → `CountryList`. */
export function nameOfFile(file: string): string {
  const base = file.slice(file.lastIndexOf('/') + 1)
  return toPascalCase(base.replace(/(\.(schema|json|ya?ml))+$/, ''))
}

const structural =
  /^(properties|schemas?|content|paths|components|responses|headers|\$defs|definitions|channels|messages)$/

/** A name for a node without a name, from its place: `/components/schemas/A/properties/b` → `AB`. */
export function nameOfPointer(file: string, segments: readonly string[]): string {
  const [first, , name, ...rest] = segments
  if (first === 'components' && name !== undefined)
    return toPascalCase([name, ...meaningful(rest)].join(' '))
  return toPascalCase([nameOfFile(file), ...meaningful(segments)].join(' '))
}

/** The meaningful segments, including the last one in any case. */
function meaningful(segments: readonly string[]): string[] {
  return segments
    .filter((segment, index) => !structural.test(segment) || index === segments.length - 1)
    .map((segment) => (segment === 'items' ? 'item' : segment))
}

/** With the first letter in upper case: of a status `200`, `4XX`, `Default`. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

export interface Claim {
  name: string
  /** 0 a component of a document, 1 a file, 2 a node inside something else, 3 an inline node. */
  rank: number
  /** Where the candidate comes from; decides between equal ranks. */
  node: Node
}

interface Claimant {
  section: string
  node: Node
  name: string
  claims: Claim[]
}

/** TypeScript types that the generated types use. */
const reserved = ['Pick', 'Record', 'Required']

/**
 * Gives each claimant its name, unique in its section whatever the order of the input: of claims of
 * one node the lowest rank wins, of equal names the lower rank and then the earlier origin keeps it
 * and the others get a number. Component names beyond the first come back as aliases.
 */
export function claimNames<T extends Claimant>(claimants: readonly T[]): Alias<T>[] {
  const taken = new Set(reserved.map((name) => `schemas ${name}`))
  const aliases: Alias<T>[] = []
  for (const { entry, claim, isAlias } of claimants.flatMap(wishesOf).toSorted(compareWishes)) {
    const section = `${entry.section} `
    const name = takeName(section + claim.name, taken).slice(section.length)
    if (isAlias) aliases.push({ entry, name, node: claim.node })
    else entry.name = name
  }
  return aliases
}

type Alias<T> = { entry: T; name: string; node: Node }
type Wish<T> = { entry: T; claim: Claim; isAlias: boolean }

function wishesOf<T extends Claimant>(entry: T): Wish<T>[] {
  const isForeign = ({ node }: Claim) => (node.key === entry.node.key ? 0 : 1)
  const claims = entry.claims.toSorted(
    (a, b) =>
      a.rank - b.rank ||
      isForeign(a) - isForeign(b) ||
      compareText(a.name, b.name) ||
      compareText(a.node.key, b.node.key),
  )
  const isFirst = ({ name }: Claim, index: number) =>
    claims.findIndex((claim) => claim.name === name) === index
  return claims
    .filter((claim, index) => index === 0 || (claim.rank === 0 && isFirst(claim, index)))
    .map((claim, index) => ({ entry, claim, isAlias: index > 0 }))
}

function compareWishes<T>({ claim: a }: Wish<T>, { claim: b }: Wish<T>): number {
  return a.rank - b.rank || compareText(a.node.key, b.node.key) || compareText(a.name, b.name)
}
