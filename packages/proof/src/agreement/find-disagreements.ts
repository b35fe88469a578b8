import type { Say } from './judges.ts'
import type { Sample } from './sample-values.ts'

export type Judges = { types: Say; validators: Say; ajv: Say; referee: Say }

/** A rule by which a judge accepts what plain Ajv on the document rejects, or the reverse. */
export type Exception = {
  judge: Exclude<keyof Judges, 'ajv'>
  verdict: 'accepts' | 'rejects'
  /** Where it accepts, the rule that Ajv holds; where it rejects, the one that it holds itself. */
  rule: string
  because: string
}

const others = ['types', 'validators', 'referee'] as const

/**
 * Where a judge differs from plain Ajv by a rule that is no known exception, one line each, and every
 * exception that no value shows.
 */
export function findDisagreements(
  samples: readonly Sample[],
  judges: Judges,
  exceptions: readonly Exception[],
): string[] {
  const seen = new Set<Exception>()
  const problems = samples.flatMap((sample) => {
    const byAjv = judges.ajv(sample)
    return others.flatMap((judge) => {
      const said = judges[judge](sample)
      if ((said.length === 0) === (byAjv.length === 0)) return []
      const verdict = said.length === 0 ? 'accepts' : 'rejects'
      const rules = verdict === 'accepts' ? byAjv : said
      const known = rules.map((rule) =>
        exceptions.find(
          (one) => one.judge === judge && one.verdict === verdict && one.rule === rule,
        ),
      )
      // A judge that cannot hold one rule must still hold the others that a value breaks.
      if (known.every((one) => one !== undefined)) {
        for (const one of known) seen.add(one)
        return []
      }
      const shown = JSON.stringify(sample.value).slice(0, 300)
      return [`${judge} ${verdict} ${sample.schema} against ${rules.join(', ')}: ${shown}`]
    })
  })
  const unused = exceptions
    .filter((one) => !seen.has(one))
    .map(({ judge, verdict, rule }) => `No value shows that ${judge} ${verdict} against ${rule}.`)
  return [...problems, ...unused]
}
