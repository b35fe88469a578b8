import { readFileSync } from 'node:fs'

/** The rows of one table of callback URLs with their expected verdicts. */
export function readTable<Row>(name: string): Row[] {
  const file = new URL(`callback-urls/${name}.json`, import.meta.url)
  const { rows } = JSON.parse(readFileSync(file, 'utf8')) as { says: string; rows: Row[] }
  if (rows.length === 0) throw new Error(`${name}.json has no rows. Add some.`)
  return rows
}

export type Want = 'admitted' | 'blocked' | 'unresolved'
export type SpecialRange = {
  range: string
  first: string
  last: string
  before: string | null
  after: string | null
}

const halves = (v4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number)
  return { high: a * 256 + b, low: c * 256 + d }
}

/** An IPv4 address in an IPv6 form. */
export function embed(v4: string, template: string): string {
  const { high, low } = halves(v4)
  const parts: Record<string, number> = { high, low, notHigh: high ^ 0xffff, notLow: low ^ 0xffff }
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => Number(parts[name]).toString(16))
}

type Embedding = { form: string; template: string }

/** Special addresses, and their public neighbours. */
export function readAddresses(): { special: string[]; global: string[] } {
  const v4 = readTable<SpecialRange>('special-v4')
  const v6 = readTable<SpecialRange>('special-v6')
  const isThere = (address: string | null) => address !== null
  const ends = (rows: SpecialRange[]) => rows.flatMap(({ first, last }) => [first, last])
  const besides = (rows: SpecialRange[]) =>
    rows.flatMap(({ before, after }) => [before, after]).filter(isThere)
  const embedded = readTable<Embedding>('embeddings').flatMap(({ template }) =>
    [...ends(v4), ...besides(v4)].map((address) => embed(address, template)),
  )
  return {
    special: [...new Set([...ends(v4), ...ends(v6), ...embedded])],
    global: [...new Set([...besides(v4), ...besides(v6)])],
  }
}

/** An address as the host of a URL. */
export const toHostText = (address: string) => (address.includes(':') ? `[${address}]` : address)
