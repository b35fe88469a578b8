import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0'
import { isObject, type JsonObject } from '../json.ts'

/** A Swagger 2.0 document as OpenAPI 3.0; undefined for any other value. Throws if it cannot be converted. */
export function fromSwagger(value: unknown): JsonObject | undefined {
  if (!isObject(value) || typeof value.swagger !== 'string') return undefined
  if (!value.swagger.startsWith('2.')) return undefined
  return upgradeFromTwoToThree(structuredClone(value)) as JsonObject
}

/** Where Swagger 2.0 keeps what OpenAPI 3.0 keeps in components. */
const moved: [old: string, now: string][] = [
  ['/definitions/', '/components/schemas/'],
  ['/parameters/', '/components/parameters/'],
  ['/parameters/', '/components/requestBodies/'],
  ['/responses/', '/components/responses/'],
  ['/securityDefinitions/', '/components/securitySchemes/'],
]

/** The pointer in the converted document of one in a Swagger document, as a `$ref` names it. */
export function toNewPointer(pointer: string): string {
  const [old = '', now = ''] = moved.find(([old]) => pointer.startsWith(old)) ?? []
  return now + pointer.slice(old.length)
}

/** The pointer in the Swagger document of one in the converted document, as people find it. */
export function toOldPointer(pointer: string): string {
  const [old = '', now = ''] = moved.find(([, now]) => pointer.startsWith(now)) ?? []
  const place = old + pointer.slice(now.length)
  return place
    .replace(/(\/responses\/[^/]+)\/content\/[^/]+/, '$1')
    .replace(/\/requestBody\/.*/, '/parameters')
}
