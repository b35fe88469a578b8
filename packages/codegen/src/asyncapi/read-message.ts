import { dialectOfFormat } from '../bundle/dialects.ts'
import { inlineExample } from '../bundle/inline-example.ts'
import { toPascalCase } from '../bundle/names.ts'
import {
  type Context,
  child,
  follow,
  isObject,
  type JsonObject,
  locationOf,
} from '../bundle/node.ts'
import { nameSchema, type Registry } from '../bundle/registry.ts'
import type { Target } from '../load/document-store.ts'
import { readHeaders } from './read-headers.ts'

/** A message whose schemas have no names yet. */
export interface MessageDraft {
  id: string
  name: string
  fields: JsonObject
  contentType: string
  method: string | null
  payload: { $ref: string }
  headers: { name: string; required: boolean; schema: { $ref: string } }[]
  examples: JsonObject[]
  target: Target
}

/** What a message is read with. */
export interface MessageOptions {
  context: Context
  registry: Registry
  id: string
  /** The name on the wire if the message states none. */
  name: string
  defaultContentType: string
  method: string | null
  /** In AsyncAPI 2 a trait overrides the message, in AsyncAPI 3 the message its traits. */
  traitsWin: boolean
}

/** Reads one Message Object, its traits merged in. */
export function readMessage(target: Target, options: MessageOptions): MessageDraft {
  const layers = layersOf(target, options)
  const field = (key: string) =>
    layers.find((layer) => (layer.value as JsonObject)[key] !== undefined)
  const value = (key: string) => (field(key)?.value as JsonObject | undefined)?.[key]
  const text = (key: string) => (typeof value(key) === 'string' ? String(value(key)) : undefined)
  const fields: JsonObject = Object.fromEntries(
    layers.toReversed().flatMap((layer) => Object.entries(layer.value as JsonObject)),
  )
  const headerLayers = layers.filter((layer) => (layer.value as JsonObject).headers !== undefined)
  return {
    id: options.id,
    name: text('name') ?? options.name,
    fields,
    contentType: text('contentType') ?? options.defaultContentType,
    method: options.method,
    payload: readPayload(field('payload') ?? target, { ...options, format: text('schemaFormat') }),
    headers: readHeaders(
      headerLayers.map((layer) => child(layer, 'headers')),
      { ...options, owner: target },
    ),
    examples: readExamples(field('examples'), options.context),
    target,
  }
}

function layersOf(target: Target, { context, traitsWin }: MessageOptions): Target[] {
  const { traits } = target.value as JsonObject
  if (!Array.isArray(traits)) return [target]
  const list = child(target, 'traits')
  const followed = traits.map((_, index) => follow(child(list, index), context))
  const layers = followed.filter(
    (trait) => trait !== undefined && isObject(trait.value),
  ) as Target[]
  return traitsWin ? [...layers.toReversed(), target] : [target, ...layers.toReversed()]
}

function readPayload(
  owner: Target,
  { context, registry, id, format }: MessageOptions & { format: string | undefined },
): { $ref: string } {
  let target = child(owner, 'payload')
  let stated = format
  const { value } = target
  if (isObject(value) && typeof value.schemaFormat === 'string' && 'schema' in value) {
    stated = value.schemaFormat
    target = child(target, 'schema')
  }
  const dialect =
    stated === undefined
      ? 'draft-07'
      : dialectOfFormat(stated, { location: locationOf(target), report: context.report })
  if (dialect === undefined) return { $ref: '#' }
  return nameSchema(target, {
    registry,
    dialect,
    name: `${toPascalCase(id)}Payload`,
    isStated: stated !== undefined,
  })
}

function readExamples(owner: Target | undefined, context: Context): JsonObject[] {
  const list = owner && child(owner, 'examples')
  if (list === undefined || !Array.isArray(list.value)) return []
  return list.value.flatMap((_, index) => {
    const example = child(list, index)
    if (!isObject(example.value)) return []
    const { payload } = example.value
    return [
      payload === undefined
        ? example.value
        : { ...example.value, payload: inlineExample(child(example, 'payload'), context) },
    ]
  })
}
