import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import {
  contractDocuments,
  listReferences,
  operatorDocument,
  type Place,
  resolve,
} from '../contract/references.ts'
import { isConditional, listSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'

type Node = Place & { kind: string }

/**
 * Nodes of the contract that assert something without naming the source or a decision: each needs an `x-source` or
 * `x-decision` of its own; in a schema file an `x-decision` covers all below it. A mere `$ref` has the mark of the
 * component that it names, or of the schema if nothing else names that, the same header of other messages aside.
 */
export function* checkMarks(specs: Specs): Iterable<Found> {
  const named = new Map<string, Set<string>>()
  for (const { file, path, target } of listReferences(specs)) {
    if (!('file' in target) || target.path.length > 0 || file === operatorDocument) continue
    named.set(target.file, (named.get(target.file) ?? new Set()).add(placeOf(file, path)))
  }
  const nodes = contractDocuments.flatMap((file) => listNodes(specs, file))
  for (const { file, path, kind } of [...nodes, ...listSchemaNodes(specs)]) {
    const value = valueAt(specs.files.get(file)?.value, path)
    const at = resolve(specs, file, path)
    const isShared = at.path.length === 0 && at.file !== file && (named.get(at.file)?.size ?? 0) > 1
    if ((isMarked(at.value) && !isShared) || isCovered(specs, file, path)) continue
    const message = `This ${kind} does not say whether the source or a decision asks for it.`
    const fix =
      isRecord(value) && '$ref' in value
        ? `Write allOf: [{ $ref: ${String(value.$ref)} }] with x-source or x-decision beside it.`
        : "Write x-source: '<statement>' for what the source says, or x-decision: D-NNN for a choice."
    yield { file, path, onKey: true, rule: 'marks/missing', message, fix }
  }
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
const places: Record<string, Record<string, string[]>> = {
  'openapi.yaml': {
    document: ['info'],
    server: ['servers/*', 'paths/*/servers/*', 'paths/*/*/servers/*'],
    path: ['paths/*'],
    operation: ['paths/*/get|put|post|delete|options|head|patch|trace'],
    parameter: ['paths/*/parameters/*', 'paths/*/*/parameters/*', 'components/parameters/*'],
    'request body': ['paths/*/*/requestBody', 'components/requestBodies/*'],
    response: ['paths/*/*/responses/*', 'components/responses/*'],
    header: [
      'paths/*/*/responses/*/headers/*',
      'components/headers/*',
      'components/responses/*/headers/*',
    ],
    webhook: ['webhooks/*'],
    'security scheme': ['components/securitySchemes/*'],
    constant: ['x-constants/*'],
  },
  'asyncapi.yaml': {
    document: ['info'],
    server: ['servers/*'],
    channel: ['channels/*'],
    parameter: ['channels/*/parameters/*'],
    message: ['channels/*/messages/*', 'components/messages/*'],
    operation: ['operations/*'],
    'list of headers': ['components/messages/*/headers'],
    'security scheme': ['components/securitySchemes/*'],
    constant: ['x-constants/*'],
  },
}

const listNodes = ({ files }: Specs, file: string): Node[] =>
  Object.entries(places[file] ?? {}).flatMap(([kind, patterns]) =>
    patterns
      .flatMap((pattern) => match(files.get(file)?.value, pattern.split('/')))
      .map((path) => ({ file, path, kind })),
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
  return listSchemas(specs).flatMap(({ file, path, below }) => {
    const [parent, key] = [below.at(-2), String(below.at(-1))]
    const isProperty = parent === 'properties' || parent === 'patternProperties'
    const kind =
      below.length === 0
        ? path.length === 0 && 'schema'
        : isProperty
          ? !isConditional(below) && 'property'
          : /^(then|else)$/.test(key) && 'condition'
    const isContract = file.startsWith('schemas/') || contractDocuments.includes(file)
    return kind && isContract ? [{ file, path, kind }] : []
  })
}
