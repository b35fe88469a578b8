import fc from 'fast-check'

const scalars = [
  ...['', 'a', 'VISA_GRANTED', 'submission.updated', '2026-02-30T08:30:00.000Z', '\ud800'],
  ...['3F1C2A52-6F0E-4D0B-9A58-0F6F3F2B7C11', 'javascript:alert(1)', 'a@b.example'],
  ...[0, 200, 404, 1.5, -1, true, false, null],
]

type Change = { at: number; kind: 'drop' | 'replace' | 'add' | 'wrap'; scalar: unknown }
type Holder = { [key: string]: unknown }

/** Values with one or two members dropped, replaced, added or put into a list. */
export const mutated = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      values,
      fc.array(
        fc.record<Change>({
          at: fc.nat(1_000),
          kind: fc.constantFrom('drop', 'replace', 'add', 'wrap'),
          scalar: fc.constantFrom(...scalars),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    )
    .map(([value, changes]) => {
      const whole = { value: structuredClone(value) as unknown }
      for (const change of changes) mutate(whole, change)
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
