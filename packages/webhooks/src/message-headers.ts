import { messages } from '@partner-platform/types'

const { headers } = messages.submissionUpdated

type HeaderName = keyof typeof headers

function headerOf(schema: (typeof headers)[HeaderName]['schema']): HeaderName {
  const names = Object.keys(headers) as HeaderName[]
  const name = names.find((one) => headers[one].schema === schema)
  if (name) return name
  throw new TypeError(`The contract has no header of schema ${schema}. Run its generator again.`)
}

/** Name of the header that says what the body is. */
export const contentTypeHeader = headerOf('SubmissionUpdatedContentTypeHeader')
/** Name of the header that carries the signature. */
export const signatureHeader = headerOf('PlatformSignature')
/** Name of the header that carries the event's name. It is not signed. */
export const eventHeader = headerOf('PlatformEvent')
