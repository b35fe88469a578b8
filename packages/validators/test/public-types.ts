// Compiled by `pnpm typecheck`, never run: each line that must not compile says so.

import type { CountryList, Submission, SubmissionUpdated } from '@partner-platform/types'
import {
  countryListSchema,
  type Issue,
  isCountryList,
  isVisaGranted,
  messageParsers,
  type ParseResult,
  parseCountryList,
  parseSubmissionUpdatedReceived,
  parseSubmissionUpdatedSent,
  type Received,
  responseParsers,
} from '../src/index.ts'

declare const unknownValue: unknown
declare const submission: Submission

// 6.3: only the guard makes the conditional fields certain.
// @ts-expect-error: outside the guard the expiry may be missing.
export const unguarded: string = submission.visaExpiryDate
if (isVisaGranted(submission)) {
  const expiry: string = submission.visaExpiryDate
  const links: string[] = submission.feedbackDocsUrl
  const status: 'VISA_GRANTED' = submission.status
  void [expiry, links, status]
} else {
  // @ts-expect-error: the guard did not hold.
  const expiry: string = submission.visaExpiryDate
  void expiry
}
// @ts-expect-error: not a submission.
isVisaGranted({ status: 'VISA_GRANTED' })

// A reader accepts strings that the type does not list, and everything that a writer may write.
const received = parseSubmissionUpdatedReceived(unknownValue)
if (received.ok) {
  const { event, submission: inner } = received.value
  const written: SubmissionUpdated['event'] = 'submission.updated'
  const read: typeof event = 'submission.archived'
  // @ts-expect-error: a writer may write only the names of the contract.
  const invented: SubmissionUpdated['event'] = 'submission.archived'
  if (isVisaGranted(inner)) void (inner.visaExpiryDate satisfies string)
  void [written, read, invented]
} else {
  void (received.issues satisfies Issue[])
}
// @ts-expect-error: only a parsed value exists.
void received.value
declare const sent: SubmissionUpdated
export const readable: Received<SubmissionUpdated> = sent
export const writable: ParseResult<SubmissionUpdated> = parseSubmissionUpdatedSent(unknownValue)

// 2.2: guards, parsers, tables and schema objects give the types of the contract.
if (isCountryList(unknownValue)) void (unknownValue.result[0]?.isoCode satisfies string | undefined)
export const list: ParseResult<Received<CountryList>> = parseCountryList(unknownValue)
export const body: ParseResult<Received<CountryList>> =
  responseParsers.listCountries[200].body.received(unknownValue)
export const payload: ParseResult<SubmissionUpdated> =
  messageParsers.submissionUpdated.payload.sent(unknownValue)
// @ts-expect-error: the contract has no such status.
void responseParsers.listCountries[500]

/** The convention as other libraries declare it. */
interface StandardSchemaV1<Output> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (
      value: unknown,
    ) =>
      | { readonly value: Output; readonly issues?: undefined }
      | {
          readonly issues: readonly {
            readonly message: string
            readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
          }[]
        }
      | Promise<never>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
  }
}
export const standard: StandardSchemaV1<Received<CountryList>> = countryListSchema
