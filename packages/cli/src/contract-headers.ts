import { messages } from '@partner-platform/types'

const { headers } = messages.submissionUpdated

type HeaderName = keyof typeof headers

function headerOf(schema: (typeof headers)[HeaderName]['schema']): HeaderName {
  const names = Object.keys(headers) as HeaderName[]
  const name = names.find((one) => headers[one].schema === schema)
  if (name) return name
  throw new TypeError(`The contract has no header of schema ${schema}. Run its generator again.`)
}

/** The header lines of a webhook, by what they carry. */
export const contractHeaders = {
  contentType: headerOf('SubmissionUpdatedContentTypeHeader'),
  event: headerOf('PlatformEvent'),
  signature: headerOf('PlatformSignature'),
}
