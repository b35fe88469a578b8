import { _, type Code, type KeywordCxt } from 'ajv/dist/2020.js'
import { countOf } from '../runtime/describe-findings.ts'

type Params = KeywordCxt['params']

/**
 * The `params` of a finding, for keywords where they differ from those of Ajv. `property` is the name of the
 * property that the finding is about. `says` is the whole message. `expected` is the text after "expected".
 * `merge` merges the finding with earlier ones.
 */
export const findingParams: Readonly<Record<string, (params: Params) => Code>> = {
  required: ({ missingProperty }) => _`{property: ${missingProperty}}`,
  additionalProperties: ({ additionalProperty }) => _`{property: ${additionalProperty}}`,
  unevaluatedProperties: ({ unevaluatedProperty }) =>
    _`{property: ${unevaluatedProperty}, says: "is not a known property"}`,
  dependentRequired: ({ property, missingProperty }) =>
    _`{property: ${missingProperty}, says: ${`is required together with ${JSON.stringify(property)}, but missing`}}`,
  'false schema': () => _`{says: "is not allowed here", expected: "nothing"}`,
  uniqueItems: ({ twins }) =>
    _`{says: "must not contain an item twice, but items " + ${twins}[0] + " and " + ${twins}[1] + " are equal", expected: "items that differ"}`,
  unevaluatedItems: ({ len }) =>
    typeof len === 'number'
      ? _`{expected: ${`at most ${countOf(len, 'item')}`}}`
      : _`{expected: "at most " + ${len} + (${len} === 1 ? " item" : " items")}`,
  propertyNames: ({ propertyName }) =>
    _`{propertyName: ${propertyName}, expected: "a different property name", merge: mergeName}`,
  anyOf: () => _`{merge: mergeChoice}`,
  oneOf: ({ passing }) => _`{passing: ${passing}, merge: mergeChoice}`,
}
