import { isRecord, type Path, valueAt, visitObjects } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { contractDocuments, operatorDocument, resolve, toTarget } from '../contract/references.ts'
import { texts } from '../contract/rules.ts'
import type { SourceText } from '../contract/source-text.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee, type Referee } from './referee.ts'

/** An example in a document: the place of its value, and the value. */
type Shown = { at: Path; value: unknown }

/**
 * Examples of messages, media types, headers and parameters that their schemas refuse, places that show none,
 * and bodies of another status. Neither linter looks at the examples of messages.
 */
export function checkDocumentExamples(specs: Specs): Problem[] {
  const referee = createReferee(specs)
  return [...contractDocuments, operatorDocument].flatMap((file) => {
    const source = specs.files.get(file)
    if (!source) return []
    const problems: Problem[] = []
    visitObjects(source.value, (object, path) => {
      const kind = kindOf(path)
      if (!kind || '$ref' in object) return
      const parts = kind === 'message' ? ['headers', 'payload'] : ['schema']
      const shown = parts.flatMap((part) => {
        const schema = { file, path: [...path, part] }
        return examplesOf(specs, file, path, part).map((one) => ({ ...one, schema }))
      })
      if (shown.length === 0) problems.push(source.problem(path, nothingShown(kind), true))
      for (const { at, value, schema } of shown) {
        const finding = judge(referee, schema, value)
        if (finding) problems.push(source.problem(at, finding))
      }
    })
    // What its schema refuses is reported already, whatever status it names.
    const told = new Set(problems.map(({ pointer }) => pointer))
    return [
      ...problems,
      ...checkStatuses(specs, source).filter(({ pointer }) => !told.has(pointer)),
    ]
  })
}

type Kind = 'message' | 'media type' | 'header' | 'parameter'
const kinds: Readonly<Record<string, Kind>> = {
  ...{ messages: 'message', content: 'media type', headers: 'header', parameters: 'parameter' },
}

function kindOf(path: Path): Kind | undefined {
  if (path.includes('examples') || path.includes('properties')) return undefined
  // `headers` of a message is one schema, not headers by name.
  if (path.includes('messages') && path.at(-2) !== 'messages') return undefined
  if (path[0] === 'operations' || path[0] === 'channels') return undefined
  return kinds[String(path.at(-2))]
}

const nothingShown = (kind: Kind): Finding => ({
  rule: 'document-examples/missing',
  message: `This ${kind} shows no example.`,
  fix:
    kind === 'header' || kind === 'parameter'
      ? 'Add example: with a value as it travels.'
      : 'Add examples: with a file from examples/<schema>/valid/.',
})

/**
 * The examples of an object: by `example` and by `examples`, in the document or in a file. Those of a message,
 * which is an object with a list, have a part each for its headers and its payload.
 */
function examplesOf(specs: Specs, file: string, path: Path, part = 'schema'): Shown[] {
  const object = valueAt(specs.files.get(file)?.value, path)
  if (!isRecord(object)) return []
  if (Array.isArray(object.examples))
    return object.examples.flatMap((example: unknown, index) => {
      const at = [...path, 'examples', index, part]
      if (!isRecord(example) || !(part in example) || !(part in object)) return []
      return [{ at, value: resolve(specs, file, at).value }]
    })
  const examples = isRecord(object.examples) ? Object.keys(object.examples) : []
  return [
    ...('example' in object ? [{ at: [...path, 'example'], value: object.example }] : []),
    ...examples.flatMap((name) => {
      const at = [...path, 'examples', name]
      const example = resolve(specs, file, at)
      if (!isRecord(example.value)) return []
      const { externalValue, value } = example.value
      if (typeof externalValue !== 'string') return [{ at: [...at, 'value'], value }]
      const target = toTarget(example.file, externalValue)
      const read = 'file' in target ? specs.files.get(target.file)?.value : undefined
      return [{ at: [...at, 'externalValue'], value: read }]
    }),
  ]
}

function judge(
  referee: Referee,
  schema: { file: string; path: Path },
  value: unknown,
): Finding | undefined {
  try {
    const [issue] = referee(schema, value, 'sent')
    if (!issue) return undefined
    return {
      rule: 'document-examples/refused',
      message: `The schema refuses this example: ${issue.path || 'the value'} ${issue.message} (${issue.keyword}).`,
      fix: 'Correct the example, or show one from examples/<schema>/valid/.',
    }
  } catch (error) {
    const message = `The schema of this example does not compile: ${(error as Error).message.split('\n')[0]}.`
    return { rule: 'document-examples/schema', message, fix: 'Correct the schema first.' }
  }
}

const codesFile = 'schemas/error-code.yaml'

/**
 * Examples of a response whose `statusCode` is not the status that the response stands under, or whose
 * error code has no name. One schema serves all errors, and takes codes that nobody named.
 * @see specs/decisions/D-016-error-envelope.md
 */
function checkStatuses(specs: Specs, source: SourceText): Problem[] {
  const { file } = source
  const codes = texts(valueAt(specs.files.get(codesFile)?.value, ['anyOf', 0, 'enum']))
  const problems: Problem[] = []
  visitObjects(source.value, (object, path) => {
    if (path.at(-1) !== 'responses' || path[0] === 'components') return
    for (const status of Object.keys(object).filter((key) => /^\d{3}$/.test(key)))
      for (const { at, value } of bodiesOf(specs, file, [...path, status])) {
        const code = valueAt(value, ['error', 'code'])
        if (file === 'openapi.yaml' && code !== undefined && !codes.includes(String(code))) {
          const finding = {
            rule: 'document-examples/unknown-code',
            message: `${codesFile} does not name the code ${String(code)} of this example.`,
            fix: `Add ${String(code)} to its enum, or show an example with one of ${codes.join(', ')}.`,
          }
          problems.push(source.problem(at, finding))
        }
        const statusCode = valueAt(value, ['statusCode'])
        if (statusCode === undefined || statusCode === Number(status)) continue
        const finding = {
          rule: 'document-examples/other-status',
          message: `This example says statusCode ${String(statusCode)} under the status ${status}.`,
          fix: `Show an example with statusCode: ${status}.`,
        }
        problems.push(source.problem(at, finding))
      }
  })
  return problems
}

function bodiesOf(specs: Specs, file: string, path: Path): Shown[] {
  const response = resolve(specs, file, path)
  const content = valueAt(response.value, ['content'])
  return Object.keys(isRecord(content) ? content : {}).flatMap((type) =>
    examplesOf(specs, response.file, [...response.path, 'content', type]),
  )
}
