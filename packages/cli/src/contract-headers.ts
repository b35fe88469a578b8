import { contentTypeHeader, eventHeader, signatureHeader } from '@partner-platform/webhooks'

/** The header lines of a webhook, by what they carry. */
export const contractHeaders = {
  contentType: contentTypeHeader,
  event: eventHeader,
  signature: signatureHeader,
}
