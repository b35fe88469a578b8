import { operations } from '@partner-platform/types'

type Values<T> = T extends unknown ? T[keyof T] : never
type HeadersOf<Response> = Response extends { headers: infer Headers } ? Headers : never
type SchemaOf<Header> = Header extends { schema: infer Name } ? Name : never
/** Names of the schemas that describe a response header of the contract. */
type HeaderSchema = SchemaOf<Values<HeadersOf<Values<Values<typeof operations>['responses']>>>>

/** The response headers that the client reads, by the name each has in the documents. */
export const contractHeaders = {
  entityTag: nameOf('EntityTag'),
  rateLimit: nameOf('RateLimit'),
  rateLimitPolicy: nameOf('RateLimitPolicy'),
  requestId: nameOf('RequestId'),
  retryAfter: nameOf('RetryAfter'),
}

function nameOf(schema: HeaderSchema): string {
  for (const { responses } of Object.values<OperationValue>(operations)) {
    for (const { headers } of Object.values(responses)) {
      for (const [name, header] of Object.entries(headers)) {
        if (header.schema === schema) return name
      }
    }
  }
  throw new TypeError(`No response header has the schema ${schema}: expected one. Regenerate.`)
}

type OperationValue = {
  responses: Record<string, { headers: Record<string, { schema: string | null }> }>
}
