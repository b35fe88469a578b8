import fc from 'fast-check'

/** Values that have broken readers, or are nearly right in some place of the contract. */
const scalars = [
  ...['', 'a', '😀', '\ud800', 'VISA_GRANTED', 'A_STATUS_OF_TOMORROW', 'submission.updated'],
  ...['2026-11-20T08:30:00.000Z', '2026-11-20T08:30:00+01:00', '2026-02-30T08:30:00.000Z'],
  ...['3f1c2a52-6f0e-4d0b-9a58-0f6f3f2b7c11', '3F1C2A52-6F0E-4D0B-9A58-0F6F3F2B7C11'],
  ...['https://a.example/b', 'javascript:alert(1)', 'a@b.example', '+4915112345678'],
  ...[0, 200, 401, 404, 1.5, -1, true, false, null],
]

type Change = { at: number; kind: 'drop' | 'replace' | 'add' | 'wrap'; scalar: unknown }
type Holder = { [key: string]: unknown }

const change = fc.record<Change>({
  at: fc.nat(1_000),
  kind: fc.constantFrom('drop', 'replace', 'add', 'wrap'),
  scalar: fc.constantFrom(...scalars),
})

/** Copies of JSON values with a few members dropped, replaced, added or put into a list. */
export const mutated = (values: fc.Arbitrary<unknown>, { least = 1, most = 2 } = {}) =>
  fc
    .tuple(values, fc.array(change, { minLength: least, maxLength: most }))
    .map(([value, changes]) => {
      const whole = { value: structuredClone(value) }
      for (const one of changes) mutate(whole, one)
      return whole.value
    })

function mutate(whole: Holder, { at, kind, scalar }: Change): void {
  const places = placesIn(whole)
  const [holder, key] = places[at % places.length] ?? [whole, 'value']
  if (kind === 'add') addTo(holder[key], scalar)
  else if (kind === 'wrap') holder[key] = [holder[key]]
  else if (kind === 'replace' || holder === whole) holder[key] = scalar
  else if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}

function addTo(value: unknown, scalar: unknown): void {
  if (Array.isArray(value)) value.push(scalar)
  else if (typeof value === 'object' && value !== null) (value as Holder).another = scalar
}

function placesIn(value: unknown): [Holder, string][] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Holder
  return Object.keys(holder).flatMap((key) => [
    [holder, key] as [Holder, string],
    ...placesIn(holder[key]),
  ])
}
