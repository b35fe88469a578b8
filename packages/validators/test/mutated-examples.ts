import { examples } from '@partner-platform/contract-kit'
import fc from 'fast-check'

/** A value near an example of the contract, and the schema of that example. */
export interface NearExample {
  schema: string
  value: unknown
}

const scalars = [
  '',
  'a',
  'VISA_GRANTED',
  'A_STATUS_OF_TOMORROW',
  'submission.updated',
  '2026-11-20T08:30:00.000Z',
  '2026-11-20T08:30:00+01:00',
  '2026-02-30T08:30:00.000Z',
  '3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11',
  '3F1C2A52-6F0E-4D0B-9A58-0F6F3F2B7C11',
  'https://a.example/b',
  'javascript:alert(1)',
  'a@b.example',
  '+4915112345678',
  '😀',
  '\ud800',
  0,
  200,
  401,
  1.5,
  -1,
  true,
  false,
  null,
]

type Change = { at: number; kind: 'drop' | 'replace' | 'add' | 'wrap'; scalar: unknown }

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(1000),
  kind: fc.constantFrom('drop', 'replace', 'add', 'wrap'),
  scalar: fc.constantFrom(...scalars),
})

/** Examples of all schemas with up to three changes: members dropped, added, replaced, wrapped in a list. */
export const mutatedExample: fc.Arbitrary<NearExample> = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...examples().filter(({ folder }) => folder === 'valid')),
      fc.constantFrom(...examples().filter(({ folder }) => folder !== 'unparseable')),
    ),
    fc.array(change, { maxLength: 3 }),
  )
  .map(([{ schema, value }, changes]) => ({
    schema,
    value: changes.reduce(mutate, structuredClone(value)),
  }))

function mutate(value: unknown, { at, kind, scalar }: Change): unknown {
  const places = placesIn(value)
  const place = places[at % (places.length + 1)]
  if (place === undefined) return kind === 'wrap' ? [value] : kind === 'replace' ? scalar : value
  const { holder, key } = place
  if (kind === 'drop' && Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (kind === 'drop') delete holder[key]
  else if (kind === 'replace') holder[key] = scalar
  else if (kind === 'add' && !Array.isArray(holder)) holder[`${key}2`] = scalar
  else holder[key] = [holder[key]]
  return value
}

interface Place {
  holder: Record<string, unknown> | (unknown[] & Record<string, unknown>)
  key: string
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Place['holder']
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}
