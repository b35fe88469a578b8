import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import {
  contractDocuments,
  listReferences,
  operatorDocument,
  resolve,
} from '../contract/references.ts'
import { listSchemaRoots, visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'

type Node = { file: string; path: Path; kind: string }

/**
 * Nodes of the contract that assert something without saying by what right: each needs an `x-source` or `x-decision`
 * of its own; in a schema file an `x-decision` covers all that is below it. What is nothing but
 * a `$ref` has the mark of the component that it names, or of the schema that it names where nothing else
 * names that, the same header of other messages aside.
 */
export function checkMarks(specs: Specs): Problem[] {
  const named = new Map<string, Set<string>>()
  for (const { file, path, target } of listReferences(specs)) {
    if (!('file' in target) || target.pointer.length > 0 || file === operatorDocument) continue
    named.set(target.file, (named.get(target.file) ?? new Set()).add(placeOf(file, path)))
  }
  return [
    ...contractDocuments.flatMap((file) => listNodes(specs, file)),
    ...listSchemaNodes(specs),
  ].flatMap(({ file, path, kind }) => {
    const value = valueAt(specs.files.get(file)?.value, path)
    const at = resolve(specs, file, path)
    const isShared = at.path.length === 0 && at.file !== file && (named.get(at.file)?.size ?? 0) > 1
    if ((isMarked(at.value) && !isShared) || isCovered(specs, file, path)) return []
    const isReference = isRecord(value) && '$ref' in value
    const finding = {
      rule: 'marks/missing',
      message: `This ${kind} does not say whether the source or a decision asks for it.`,
      fix: isReference
        ? `Write allOf: [{ $ref: ${String(value.$ref)} }] with x-source or x-decision beside it.`
        : "Write x-source: '<statement>' for what the source says, x-decision: D-NNN for a choice.",
    }
    return specs.files.get(file)?.problem(path, finding, true) ?? []
  })
}

/** A header that several messages have is one thing to say. */
function placeOf(file: string, path: Path): string {
  const isHeader = path[1] === 'messages' && path[3] === 'headers' && path[4] === 'properties'
  return isHeader ? `${file} header ${path[5]}` : `${file} ${path.join('/')}`
}

const isCovered = (specs: Specs, file: string, path: Path) =>
  file.startsWith('schemas/') &&
  path.some((_, end) => {
    const above = valueAt(specs.files.get(file)?.value, path.slice(0, end))
    return isRecord(above) && 'x-decision' in above
  })

const isMarked = (value: unknown) =>
  isRecord(value) && ('x-source' in value || 'x-decision' in value)

/** Where documents hold nodes of a kind, `*` being any name. */
const places: Record<string, [pattern: string, kind: string][]> = {
  'openapi.yaml': [
    ['info', 'document'],
    ['servers/*', 'server'],
    ['paths/*', 'path'],
    ['paths/*/get|put|post|delete|options|head|patch|trace', 'operation'],
    ['paths/*/servers/*', 'server'],
    ['paths/*/parameters/*', 'parameter'],
    ['paths/*/*/servers/*', 'server'],
    ['paths/*/*/parameters/*', 'parameter'],
    ['paths/*/*/requestBody', 'request body'],
    ['paths/*/*/responses/*', 'response'],
    ['paths/*/*/responses/*/headers/*', 'header'],
    ['webhooks/*', 'webhook'],
    ['components/securitySchemes/*', 'security scheme'],
    ['components/headers/*', 'header'],
    ['components/parameters/*', 'parameter'],
    ['components/requestBodies/*', 'request body'],
    ['components/responses/*', 'response'],
    ['components/responses/*/headers/*', 'header'],
    ['x-constants/*', 'constant'],
  ],
  'asyncapi.yaml': [
    ['info', 'document'],
    ['servers/*', 'server'],
    ['channels/*', 'channel'],
    ['channels/*/parameters/*', 'parameter'],
    ['channels/*/messages/*', 'message'],
    ['operations/*', 'operation'],
    ['components/messages/*', 'message'],
    ['components/messages/*/headers', 'list of headers'],
    ['components/securitySchemes/*', 'security scheme'],
    ['x-constants/*', 'constant'],
  ],
}

const listNodes = (specs: Specs, file: string): Node[] =>
  (places[file] ?? []).flatMap(([pattern, kind]) =>
    match(specs.files.get(file)?.value, pattern.split('/')).map((path) => ({ file, path, kind })),
  )

function match(value: unknown, [step, ...rest]: string[]): Path[] {
  if (step === undefined) return [[]]
  if (typeof value !== 'object' || value === null) return []
  const names = step.split('|')
  return Object.entries(value)
    .filter(([key]) => (step === '*' ? !key.startsWith('x-') : names.includes(key)))
    .flatMap(([key, one]) => match(one, rest).map((path) => [key, ...path]))
}

function listSchemaNodes(specs: Specs): Node[] {
  return listSchemaRoots(specs).flatMap(({ file, path, schema }) => {
    if (!file.startsWith('schemas/') && !contractDocuments.includes(file)) return []
    const nodes: Node[] = path.length === 0 ? [{ file, path, kind: 'schema' }] : []
    visitSchemas(schema, (_, below) => {
      const isProperty = ['properties', 'patternProperties'].includes(String(below.at(-2)))
      const isCondition = below.some((key) => ['if', 'then', 'else', 'not'].includes(String(key)))
      if (isProperty && !isCondition) {
        nodes.push({ file, path: [...path, ...below], kind: 'property' })
      } else if (['then', 'else'].includes(String(below.at(-1))) && below.at(-2) !== 'properties') {
        nodes.push({ file, path: [...path, ...below], kind: 'condition' })
      }
    })
    return nodes
  })
}
