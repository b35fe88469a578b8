import { methods } from './reference/read-openapi.ts'

type Json = Record<string, unknown>
type Named = Record<string, Json>

/**
 * A collection (format 2.1 of Postman, which Bruno and others import) with a folder for each operation of an
 * OpenAPI document, and in it a request for each way to authenticate. `baseUrl` and `apiKey` are variables.
 */
export function toCollection(document: Json): Json {
  const {
    info,
    paths = {},
    servers,
    security,
    components,
  } = document as {
    info: { title: string; summary?: string }
    paths?: Record<string, Named>
    servers?: { url: string }[]
    security?: Record<string, unknown>[]
    components?: { securitySchemes?: Named }
  }
  const ways = (security ?? []).flatMap((way) => Object.keys(way))
  const item = Object.entries(paths).flatMap(([path, operations]) =>
    methods
      .filter((method) => method in operations)
      .map((method) => ({
        name: operations[method]?.summary ?? `${method} ${path}`,
        item: ways.map((name) => ({
          name: `with ${name}`,
          request: {
            method: method.toUpperCase(),
            url: `{{baseUrl}}${path}`,
            description: operations[method]?.description,
            auth: toAuth(components?.securitySchemes?.[name]),
          },
        })),
      })),
  )
  return {
    info: {
      name: info.title,
      description: info.summary,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item,
    variable: [
      { key: 'baseUrl', value: servers?.[0]?.url ?? '' },
      { key: 'apiKey', value: '' },
    ],
  }
}

function toAuth(scheme: Json = {}): Json {
  const own = (type: string, values: Json) => ({
    type,
    [type]: Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' })),
  })
  if (scheme.type === 'http') return own('bearer', { token: '{{apiKey}}' })
  return own('apikey', { key: scheme.name, value: '{{apiKey}}', in: scheme.in })
}
