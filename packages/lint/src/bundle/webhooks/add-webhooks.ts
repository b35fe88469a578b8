import { isDeepStrictEqual } from 'node:util'
import { BundleError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { toWebhooks } from './to-webhooks.ts'

/**
 * The bundled OpenAPI document with a `webhooks` section derived from the bundled AsyncAPI document, and
 * with the schemas that it refers to. Both bundles name a schema after its file, so that one which both
 * have is one file.
 *
 * @throws {BundleError} when the AsyncAPI document holds what OpenAPI cannot say.
 */
export function addWebhooks(openapi: JsonObject, asyncapi: JsonObject): JsonObject {
  if (openapi.webhooks !== undefined) {
    throw new BundleError(
      'openapi.yaml has webhooks: they are derived from asyncapi.yaml. Remove them.',
    )
  }
  const webhooks = toWebhooks(asyncapi)
  const schemas = mergeSchemas(openapi.components.schemas, asyncapi.components.schemas)
  const members = Object.entries(openapi).flatMap(([key, value]) =>
    key === 'paths'
      ? [
          [key, value],
          ['webhooks', webhooks],
        ]
      : [[key, value]],
  )
  return { ...Object.fromEntries(members), components: { ...openapi.components, schemas } }
}

function mergeSchemas(known: JsonObject, others: JsonObject): JsonObject {
  for (const [name, schema] of Object.entries(others)) {
    if (known[name] === undefined || isDeepStrictEqual(known[name], schema)) continue
    throw new BundleError(
      `schemas/${name}: the bundles of openapi.yaml and asyncapi.yaml have different schemas of this name. Rename one of the two.`,
    )
  }
  return { ...known, ...others }
}
