import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  type SchemaObject,
  transformSchema,
  transformSchemaObject,
} from 'openapi-typescript'
import ts from 'typescript'
import { isObject, memberOf } from '../bundle/node.ts'
import type { OpenApiDocument } from '../openapi/to-open-api.ts'
import { OPEN_STRING, UNDEFINED } from './to-type-schema.ts'

type Transform = NonNullable<GlobalContext['transform']>

/**
 * The types of a document as TypeScript: `paths`, `webhooks`, `components`, `operations`. The only place
 * that uses openapi-typescript. It calls the transformation directly: the normal entry would lint the
 * document, bundle it again and look for configuration on disk.
 */
export function renderTypes(document: OpenApiDocument): string {
  // The declared type of the library's input has optional members where ours has `unknown`.
  const source = protectNames(document) as unknown as OpenAPI3 & OpenApiDocument
  return restoreNames(astToString(transformSchema(source, createContext(source))))
}

function createContext(document: OpenApiDocument): GlobalContext {
  return {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    inject: undefined,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    postTransform: undefined,
    propertiesRequiredByDefault: false,
    readWriteMarkers: false,
    redoc: undefined,
    resolve: (ref: string) => resolve(document, ref),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
    transform,
    transformProperty: undefined,
  } as unknown as GlobalContext
}

const transform: Transform = (schema, options) => {
  const source = schema as SchemaObject & Record<string, unknown>
  if (source[OPEN_STRING] === true) return openString()
  if (source[UNDEFINED] === true)
    return ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)
  if (source.type === 'array' && Array.isArray(source.prefixItems)) return tuple(source, options)
  return undefined
}

/** `string & {}`: any string, without swallowing the literals beside it. */
function openString(): ts.TypeNode {
  const string = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword)
  return ts.factory.createParenthesizedType(
    ts.factory.createIntersectionTypeNode([string, ts.factory.createTypeLiteralNode([])]),
  )
}

/** Items up to `minItems` are present, the others may be missing, and the rest has the type of `items`. */
function tuple(
  source: SchemaObject & Record<string, unknown>,
  options: Parameters<Transform>[1],
): ts.TypeNode {
  const { prefixItems, items, minItems } = source
  const required = typeof minItems === 'number' ? minItems : 0
  const members: ts.TypeNode[] = (prefixItems as SchemaObject[]).map((item, index) => {
    const type = transformSchemaObject(item, options)
    return index < required ? type : ts.factory.createOptionalTypeNode(type)
  })
  if (items !== false) {
    const rest =
      items === undefined
        ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
        : transformSchemaObject(items as SchemaObject, options)
    members.push(ts.factory.createRestTypeNode(ts.factory.createArrayTypeNode(rest)))
  }
  return ts.factory.createTupleTypeNode(members)
}

function resolve(document: OpenApiDocument, ref: string): unknown {
  const [, , section = '', name = ''] = ref.split('/')
  const members = document.components[section] ?? {}
  const node = memberOf(members, name) as { $ref?: unknown } | undefined
  return typeof node?.$ref === 'string' && node.$ref !== ref ? resolve(document, node.$ref) : node
}

/**
 * openapi-typescript treats the place of a node as a URI fragment: `%` in a name makes it fail, and `#`
 * in an operationId becomes `/`. So characters of the private use area replace them meanwhile.
 */
const STAND_INS = [
  ['%', '\ue025'],
  ['#', '\ue023'],
] as const

/** The document with stand-ins in its keys and operationIds. */
function protectNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(protectNames)
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, item]) => {
    const isId = key === 'operationId' && typeof item === 'string'
    return [protect(key), isId ? protect(item) : protectNames(item)]
  })
  return Object.fromEntries(entries)
}

/** The text with the characters restored, in both ways that TypeScript prints a stand-in. */
function restoreNames(text: string): string {
  let restored = text
  for (const [character, standIn] of STAND_INS) {
    const escaped = `\\u${standIn.charCodeAt(0).toString(16).toUpperCase()}`
    restored = restored.replaceAll(standIn, character).replaceAll(escaped, character)
  }
  return restored
}

function protect(name: string): string {
  return STAND_INS.reduce((text, [character, standIn]) => text.replaceAll(character, standIn), name)
}
