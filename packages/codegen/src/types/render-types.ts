import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  type SchemaObject,
  transformSchema,
  transformSchemaObject,
} from 'openapi-typescript'
import ts from 'typescript'
import { isObject, type JsonObject, loopsIn, mapValues, memberOf, refOf } from '../json.ts'
import type { OpenApiDocument } from '../openapi/to-open-api.ts'
import { openString, restoreNames, undefinedType } from './to-type-document.ts'

type Transform = NonNullable<GlobalContext['transform']>

/**
 * The types of a document as TypeScript: `paths`, `webhooks`, `components`, `operations`. The only place
 * that uses openapi-typescript. It calls the transformation directly: the normal entry would lint the
 * document, bundle it again and look for configuration on disk.
 */
export function renderTypes(document: OpenApiDocument): string {
  // The declared type of the library's input has optional members where ours has `unknown`.
  const source = document as unknown as OpenAPI3 & OpenApiDocument
  const ctx = createContext(source)
  const aliases = takeRecursive(source.components.schemas ?? {}).map(([name, schema]) => {
    const type = transformSchemaObject(schema as SchemaObject, { path: name, ctx })
    return factory.createTypeAliasDeclaration(undefined, aliasOf(name), undefined, type)
  })
  return restoreNames(astToString([...transformSchema(source, ctx), ...aliases]))
}

/** Marks a schema for the transform hook: typed by the alias with the name of this schema. */
const aliased = 'x-aliased'

const aliasOf = (name: string) => `${name}Recursive`
/** The library calls the hook only where there is a `type`. */
const toAlias = (name: string) => ({ type: 'string', [aliased]: name })

/**
 * Takes the schemas out that contain themselves with no object between, and leaves their aliases: the type of a
 * property must not depend on itself; that of an alias may, behind an array.
 */
function takeRecursive(schemas: JsonObject): [name: string, schema: unknown][] {
  const entries = Object.entries(schemas)
  const names = loopsIn(new Map(entries.map(([name, schema]) => [name, refsBeside(schema)])))
  const toAliases = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toAliases)
    if (!isObject(value)) return value
    const name = refOf(value) ?? ''
    return names.includes(name) ? toAlias(name) : mapValues(value, toAliases)
  }
  return names.map((name) => {
    const schema = toAliases(schemas[name])
    schemas[name] = toAlias(name)
    return [name, schema]
  })
}

/** The names that a type needs as soon as it is used: those inside an object are needed later. */
function refsBeside(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(refsBeside)
  if (!isObject(schema)) return []
  const { allOf, anyOf, items, prefixItems } = schema
  return [refOf(schema) ?? [], ...[allOf, anyOf, items, prefixItems].map(refsBeside)].flat()
}

function createContext(document: OpenApiDocument): GlobalContext {
  return {
    // Every other option is off.
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    injectFooter: [],
    resolve: (ref: string) => resolve(document, ref),
    silent: true,
    transform,
  } as unknown as GlobalContext
}

const { factory, SyntaxKind } = ts

const transform: Transform = (schema, options) => {
  const source = schema as SchemaObject & JsonObject
  if (source[openString] === true) return anyString()
  if (typeof source[aliased] === 'string')
    return factory.createTypeReferenceNode(aliasOf(source[aliased]))
  if (source[undefinedType] === true)
    return factory.createKeywordTypeNode(SyntaxKind.UndefinedKeyword)
  if (source.type === 'array' && Array.isArray(source.prefixItems)) return tuple(source, options)
  return undefined
}

/** `string & {}`: any string, without swallowing the literals beside it. */
function anyString(): ts.TypeNode {
  const string = factory.createKeywordTypeNode(SyntaxKind.StringKeyword)
  const nothing = factory.createTypeLiteralNode([])
  return factory.createParenthesizedType(factory.createIntersectionTypeNode([string, nothing]))
}

/** Items up to `minItems` are present, the others may be missing, and the rest has the type of `items`. */
function tuple(
  { prefixItems, items = {}, minItems = 0 }: JsonObject,
  options: Parameters<Transform>[1],
): ts.TypeNode {
  const members: ts.TypeNode[] = (prefixItems as SchemaObject[]).map((item, index) => {
    const type = transformSchemaObject(item, options)
    return index < Number(minItems) ? type : factory.createOptionalTypeNode(type)
  })
  const rest = items !== false && transformSchemaObject(items as SchemaObject, options)
  if (rest) members.push(factory.createRestTypeNode(factory.createArrayTypeNode(rest)))
  return factory.createTupleTypeNode(members)
}

function resolve(document: OpenApiDocument, ref: string): unknown {
  const [, , section = '', name = ''] = ref.split('/')
  const node = memberOf(document.components[section] ?? {}, name)
  if (!isObject(node)) return node
  // The library would require members of `null`, which has none.
  if (Array.isArray(node.type)) return { ...node, properties: undefined }
  const next = node.$ref
  return typeof next === 'string' && next !== ref ? resolve(document, next) : node
}
