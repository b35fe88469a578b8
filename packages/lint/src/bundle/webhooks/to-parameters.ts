import { type JsonObject, marksOf } from '../json.ts'
import { atRef } from './at-ref.ts'

/** The headers of a message as parameters, but for `Content-Type`, which OpenAPI says by the body. */
export function toParameters(
  { headers, examples }: JsonObject,
  asyncapi: JsonObject,
): JsonObject[] {
  const { required = [], properties, ...rest } = atRef(asyncapi, headers)
  return Object.entries<JsonObject>(properties)
    .filter(([name]) => name.toLowerCase() !== 'content-type')
    .map(([name, schema]) => ({
      name,
      in: 'header',
      description: atRef(asyncapi, schema).description,
      required: required.includes(name),
      schema,
      example: examples.find((example: JsonObject) => example.headers?.[name])?.headers[name],
      ...marksOf(rest),
    }))
}
