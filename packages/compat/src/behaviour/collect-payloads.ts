import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Side } from '../sides/side.ts'

/**
 * Values to try on the validators of a schema: the examples of both sides; and for each place in them once
 * one with the member gone, and some with another value. Which of them count is for the validators to say.
 */
export function collectPayloads(schema: string, sides: readonly Side[]): unknown[] {
  const folder = schema.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
  const folders = new Set(sides.map((side) => join(side.folder, 'examples', folder)))
  const examples = new Set([...folders].flatMap(readExamples))
  const texts = new Set(examples)
  const varied = new Set<string>()
  for (const text of examples) {
    for (const variant of variantsOf(JSON.parse(text), { path: '', varied })) {
      texts.add(JSON.stringify(variant))
    }
  }
  return [...texts].map((text) => JSON.parse(text))
}

/** JSON texts, sorted by file. */
function readExamples(folder: string): string[] {
  return ['valid', 'tolerated'].flatMap((kind) => {
    const place = join(folder, kind)
    if (!existsSync(place)) return []
    const files = readdirSync(place).filter((name) => name.endsWith('.json'))
    return files
      .sort()
      .map((file) => JSON.stringify(JSON.parse(readFileSync(join(place, file), 'utf8'))))
  })
}

/** What stands in for a value: of its own type and of others, at the edges that schemas draw. */
const replacements: readonly unknown[] = ['', 'x', 'A1', 0, -1, 1.5, true, null, [], {}]

function* variantsOf(
  value: unknown,
  { path, varied }: { path: string; varied: Set<string> },
): Generator<unknown> {
  if (!varied.has(path)) yield* replacements
  varied.add(path)
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    // The items of a list are alike: the place of one is the place of all.
    const place = `${path}/${Array.isArray(value) ? '-' : key}`
    if (!Array.isArray(value) && !varied.has(place)) {
      const { [key]: _, ...others } = value as Record<string, unknown>
      yield others
    }
    for (const variant of variantsOf(member, { path: place, varied })) {
      yield Array.isArray(value) ? value.with(Number(key), variant) : { ...value, [key]: variant }
    }
  }
}
