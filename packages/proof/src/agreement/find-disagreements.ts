import type { Say } from './judges.ts'
import type { Sample } from './sample-values.ts'

export type Judges = { types: Say; validators: Say; ajv: Say; referee: Say }

/** A rule by which a judge accepts what plain Ajv on the document rejects, or the reverse. */
type Exception = {
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
      const own = exceptions.filter((one) => one.judge === judge && one.verdict === verdict)
      const known = own.filter(({ rule }) => rules.includes(rule))
      // A judge that cannot hold one rule must still hold the others that a value breaks.
      if (!rules.every((rule) => known.some((one) => one.rule === rule))) {
        const shown = JSON.stringify(sample.value).slice(0, 300)
        return [`${judge} ${verdict} ${sample.schema} against ${rules.join(', ')}: ${shown}`]
      }
      for (const one of known) seen.add(one)
      return []
    })
  })
  const unused = exceptions
    .filter((one) => !seen.has(one))
    .map(({ judge, verdict, rule }) => `No value shows that ${judge} ${verdict} against ${rule}.`)
  return [...problems, ...unused]
}

/** Shows an exception that no example and hardly a generated value shows. */
export const rareSamples: readonly Sample[] = [
  { schema: 'HttpsUrl', value: 'https://:A' },
  { schema: 'HttpsUrl', value: 'https://a.example/b' },
]

const types = (rule: string, because: string): Exception => ({
  judge: 'types',
  verdict: 'accepts',
  rule,
  because,
})

/**
 * Where types, validators and referee differ from plain Ajv on the document. Exact: one that never occurs
 * is an error.
 */
export const exceptions: readonly Exception[] = [
  types('pattern', 'A TypeScript string has no pattern.'),
  types('format', 'A TypeScript string has no format.'),
  types('minLength', 'A TypeScript string has no length.'),
  types('minimum', 'A TypeScript number has no range.'),
  types('maximum', 'A TypeScript number has no range.'),
  types('type: integer', 'A TypeScript number may have a fraction.'),
  types(
    'required: x-sender-only',
    'A member that only a decision requires is optional in the type.',
  ),
  types(
    'then: required',
    'A condition on a status is a guard, isVisaGranted, and no part of the type.',
  ),
  types('else: false', 'The same condition, the other way round.'),
  {
    judge: 'validators',
    verdict: 'rejects',
    rule: 'format',
    because: 'ajv-formats takes `https://:A`, whose port is none; RFC 3986 does not.',
  },
]
