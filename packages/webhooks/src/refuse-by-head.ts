import { constants, messages } from '@partner-platform/types'
import { type HeaderLines, headerLine } from './header-lines.ts'
import { answerTo, type WebhookAnswer } from './webhook-answer.ts'

const contentTypes = Object.values(messages).map((message) => message.contentType as string)

/** The answer to a request that is refused before its body is read. @see specs/decisions D-009 */
export function refuseByHead(method: string, headers: HeaderLines): WebhookAnswer | undefined {
  if (method !== messages.submissionUpdated.method) {
    return answerTo('wrong-method', undefined, { allow: messages.submissionUpdated.method })
  }
  if (!isOfContract(headerLine(headers, 'content-type'))) return answerTo('wrong-content-type')
  const announced = headerLine(headers, 'content-length')
  // The body is counted too: a sender may announce less than it sends, or nothing.
  const isTooLarge = typeof announced === 'string' && Number(announced) > constants.bodyLimitBytes
  return isTooLarge ? answerTo('body-too-large') : undefined
}

/** Parameters are free; a comma means two header lines that something joined. */
function isOfContract(contentType: unknown): boolean {
  if (typeof contentType !== 'string' || contentType.includes(',')) return false
  const [mediaType = ''] = contentType.split(';')
  return contentTypes.includes(mediaType.trim().toLowerCase())
}
