import type { Exception } from './find-disagreements.ts'
import type { Sample } from './sample-values.ts'

/** Shows an exception that no example and hardly a generated value shows. */
export const rareSamples: readonly Sample[] = [
  { schema: 'HttpsUrl', value: 'https://:A' },
  { schema: 'HttpsUrl', value: 'https://a.example/b' },
]

const types = (rule: string, because: string): Exception => ({
  ...{ judge: 'types', verdict: 'accepts', rule, because },
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
    ...{ judge: 'validators', verdict: 'rejects', rule: 'format' },
    because: 'ajv-formats takes `https://:A`, whose port is none; RFC 3986 does not.',
  },
]
