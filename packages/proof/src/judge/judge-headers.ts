import { below, type Document } from '../document.ts'
import { type Response, valuesOf } from '../http/exchange.ts'
import { type DocumentValidator, problemsOf } from './create-ajv.ts'
import { type FixedValue, fixedValues, type Limit } from './fixed-values.ts'

/** What the header lines of a response break, one line each, where these are declared: place by name. */
export type HeaderJudge = (response: Response, declared: ReadonlyMap<string, string>) => string[]

type Given = { document: Document; ajv: DocumentValidator; limit?: Limit | undefined }

/**
 * Holds header lines to the document: each that it declares is there once, of its form and with the
 * value that a constant fixes, and no other is. One that readers must not count on is owed by the
 * reference server all the same (D-022).
 */
export function createHeaderJudge({ document, ajv, limit }: Given): HeaderJudge {
  const fixed = fixedValues(document, limit)
  const judgeValue = (place: string, value: string) => {
    const validate = ajv.at(below(place, 'schema'))
    return validate(value) ? findOtherValue(fixed.get(place), value) : problemsOf(validate)
  }
  const judgeOne = ({ headers }: Response, name: string, place: string): string[] => {
    const [value, ...others] = valuesOf(headers, name)
    if (value === undefined) return [`Header ${name} is missing.`]
    if (others.length > 0) return [`Header ${name} is repeated.`]
    return judgeValue(place, value).map((problem) => `Header ${name}: ${problem}`)
  }
  return (response, declared) => {
    const names = new Set([...declared.keys()].map((name) => name.toLowerCase()))
    const strange = response.headers.filter(
      ([name]) => !names.has(name.toLowerCase()) && !isOfHttp.test(name),
    )
    return [
      ...[...declared].flatMap(([name, place]) => judgeOne(response, name, place)),
      ...strange.map(([name]) => `Header ${name} is not declared.`),
    ]
  }
}

const findOtherValue = (fixed: FixedValue | undefined, value: string) =>
  fixed === undefined || fixed.isOwed(value) ? [] : [`expected ${fixed.owed}, received ${value}`]

/** Lines of HTTP itself, of compression and of what browsers ask: the document tells of them in prose. */
const isOfHttp =
  /^(date|connection|keep-alive|transfer-encoding|allow|vary|content-(type|length|encoding)|access-control-[a-z-]+)$/i
