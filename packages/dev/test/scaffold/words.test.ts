import { expect, it } from 'vitest'
import {
  toCamel,
  toKebab,
  toPascal,
  toSentence,
  toSingular,
  toWords,
} from '../../src/scaffold/words.ts'

it.each([
  ['listVisaTypes', 'list-visa-types', 'listVisaTypes', 'ListVisaTypes', 'List visa types'],
  [
    'submission.withdrawn',
    'submission-withdrawn',
    'submissionWithdrawn',
    'SubmissionWithdrawn',
    'Submission withdrawn',
  ],
  ['visa-type', 'visa-type', 'visaType', 'VisaType', 'Visa type'],
])('%s is %s, %s, %s and %s', (name, ...wanted) => {
  const words = toWords(name)
  expect([toKebab, toCamel, toPascal, toSentence].map((to) => to(words))).toEqual(wanted)
})

it.each([
  ['visa types', 'visa type'],
  ['countries', 'country'],
  ['addresses', 'address'],
  ['branches', 'branch'],
  ['holidays', 'holiday'],
  ['visas', 'visa'],
  ['staff', 'staff'],
])('one of %s is %s', (many, one) => {
  expect(toSingular(many.split(' ')).join(' ')).toBe(one)
})
