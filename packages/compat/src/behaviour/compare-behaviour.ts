import type { Finding } from '../finding.ts'
import { reachOf } from '../packages.ts'
import type { Side } from '../sides/side.ts'
import type { GeneratedSide } from '../types/generated-side.ts'
import { originOf } from '../types/origin-of.ts'
import { collectPayloads } from './collect-payloads.ts'
import { explains, placesOf } from './explains.ts'
import { type Checks, loadChecks } from './load-checks.ts'
import { type Traveller, travellingSchemas } from './travelling-schemas.ts'

export interface Behaviour {
  findings: Finding[]
  /** How many values were tried on both sides. */
  payloads: number
  /** How many of them one side may write and the other refuses to read. */
  refusals: number
}

interface Ends {
  side: Side
  generated: GeneratedSide
}

/**
 * Old readers meet what may be sent now, and new readers what was sent before. What they refuse is a
 * finding, unless it follows from one of `known`.
 */
export async function compareBehaviour(
  from: Ends,
  to: Ends,
  { known }: { known: readonly Finding[] },
): Promise<Behaviour> {
  const result: Behaviour = { findings: [], payloads: 0, refusals: 0 }
  const codeOf = ({ generated: { files } }: Ends) =>
    [files.get('validators.js'), files.get('parsers.ts')].join()
  // The same code says the same of every value.
  if (codeOf(from) === codeOf(to)) return result
  const [before, after] = await Promise.all([loadChecks(from.generated), loadChecks(to.generated)])
  for (const traveller of travellingSchemas(to.side)) {
    const [old, fresh] = [before.get(traveller.schema), after.get(traveller.schema)]
    if (old === undefined || fresh === undefined) continue
    const payloads = collectPayloads(traveller.schema, [from.side, to.side])
    const refused = findRefusals(payloads, { old, fresh, isSent: traveller.isSent })
    result.payloads += payloads.length
    result.refusals += refused.byOld + refused.byFresh
    if (refused.byOld + refused.byFresh === 0) continue
    const { document, schema } = traveller
    const places = new Set([from, to].flatMap(({ side }) => [...placesOf(schema, side, document)]))
    const refusal = { document, places, keywords: refused.keywords }
    if (!known.some((finding) => explains(finding, refusal))) {
      result.findings.push(toFinding(traveller, { refused, generated: to.generated }))
    }
  }
  return result
}

interface Refusals {
  byOld: number
  byFresh: number
  /** Of the rules that were broken. */
  keywords: Set<string>
}

function findRefusals(
  payloads: readonly unknown[],
  { old, fresh, isSent }: { old: Checks; fresh: Checks; isSent: boolean },
): Refusals {
  const keywords = new Set<string>()
  const count = (writer: Checks, reader: Checks): number => {
    const reasons = payloads
      .filter((value) => writer.sent(value) === null)
      .map((value) => reader.received(value))
      .filter((found) => found !== null)
    for (const { keyword } of reasons.flat()) keywords.add(keyword)
    return reasons.length
  }
  // What callers may send from now on meets new servers only.
  return { byOld: isSent ? count(fresh, old) : 0, byFresh: count(old, fresh), keywords }
}

function toFinding(
  { schema, document, isSent }: Traveller,
  { refused, generated }: { refused: Refusals; generated: GeneratedSide },
): Finding {
  const { pointer, source } = originOf(schema, generated)
  const seen = {
    document,
    level: 'major',
    hits: [document === 'openapi' ? 'caller' : 'receiver'],
  } satisfies Partial<Finding>
  const texts = [
    ...(refused.byOld > 0
      ? [`old readers refuse ${refused.byOld} values that may be sent now`]
      : []),
    ...(refused.byFresh > 0
      ? [
          `new ${isSent ? 'readers' : 'servers'} refuse ${refused.byFresh} values that were sent before`,
        ]
      : []),
  ]
  return {
    layer: 'behaviour',
    ...seen,
    pointer,
    source,
    rule: refused.byOld > 0 ? 'old-reader-refuses' : 'new-reader-refuses',
    packages: reachOf(seen),
    message: `\`${schema}\`: ${texts.join(', and ')}`,
    advice: 'Find the rule of the schema that does it, and undo it.',
  }
}
