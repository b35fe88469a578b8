import type { Target } from '../load/document-store.ts'
import { keyOf } from './node.ts'

/** A candidate for a name. */
export interface Claim {
  name: string
  /** 0 a component of a document, 1 a file, 2 a node inside something else, 3 an inline node. */
  rank: number
  /** Where the candidate comes from; decides between equal ranks. */
  target: Target
}

interface Claimant {
  section: string
  target: Target
  name: string
  claims: Claim[]
}

interface Wish<T> {
  section: string
  claim: Claim
  assign: (name: string) => void
  alias?: Alias<T>
}

/** A second component name of one node. */
export interface Alias<T> {
  entry: T
  name: string
  target: Target
}

/**
 * Gives each claimant its name, unique in its section whatever the order of the input: of claims of
 * one node the lowest rank wins, of equal names the lower rank and then the earlier origin keeps it
 * and the others get a number. Component names beyond the first come back as aliases.
 */
export function claimNames<T extends Claimant>(claimants: readonly T[]): Alias<T>[] {
  const wishes = claimants.flatMap((claimant) => wishesOf(claimant))
  const taken = new Set(RESERVED.map((name) => `schemas ${name}`))
  const aliases: Alias<T>[] = []
  for (const { section, claim, assign, alias } of wishes.toSorted(compareWishes)) {
    let name = claim.name
    for (let number = 2; taken.has(`${section} ${name}`); number += 1)
      name = `${claim.name}${number}`
    taken.add(`${section} ${name}`)
    assign(name)
    if (alias !== undefined) aliases.push(alias)
  }
  return aliases
}

/** TypeScript types that the generated types use. */
const RESERVED = ['Pick', 'Record', 'Required']

/** Order by code units, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function wishesOf<T extends Claimant>(entry: T): Wish<T>[] {
  const [primary, ...others] = entry.claims.toSorted((a, b) => compareOwn(entry, a, b))
  if (primary === undefined) return []
  const { section } = entry
  const wishes: Wish<T>[] = [
    {
      section,
      claim: primary,
      assign: (name) => {
        entry.name = name
      },
    },
  ]
  const names = new Set([primary.name])
  for (const claim of others) {
    if (claim.rank !== 0 || names.has(claim.name)) continue
    names.add(claim.name)
    const alias: Alias<T> = { entry, name: claim.name, target: claim.target }
    wishes.push({
      section,
      claim,
      alias,
      assign: (name) => {
        alias.name = name
      },
    })
  }
  return wishes
}

function compareOwn(entry: Claimant, a: Claim, b: Claim): number {
  const own = keyOf(entry.target)
  const isForeign = (claim: Claim) => (keyOf(claim.target) === own ? 0 : 1)
  return (
    a.rank - b.rank ||
    isForeign(a) - isForeign(b) ||
    compareText(a.name, b.name) ||
    compareText(keyOf(a.target), keyOf(b.target))
  )
}

function compareWishes<T>(a: Wish<T>, b: Wish<T>): number {
  return (
    a.claim.rank - b.claim.rank ||
    compareText(keyOf(a.claim.target), keyOf(b.claim.target)) ||
    compareText(a.claim.name, b.claim.name)
  )
}
