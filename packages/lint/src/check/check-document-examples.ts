import {
  entriesOf,
  isRecord,
  objectsIn,
  type Path,
  toPointer,
  valueAt,
} from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import { contractDocuments, operatorDocument, resolve, toTarget } from '../contract/references.ts'
import { texts } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee } from './referee.ts'

/** An example in a document: the place of its value, and the value. */
type Shown = { at: Path; value: unknown }

/**
 * Examples of messages, media types, headers and parameters that their schemas refuse, places that show none,
 * and bodies of another status. Neither linter looks at the examples of messages.
 */
export function* checkDocumentExamples(specs: Specs): Iterable<Found> {
  for (const file of [...contractDocuments, operatorDocument]) {
    const refused = new Set<string>()
    for (const found of checkRefused(specs, file)) {
      refused.add(toPointer(found.path))
      yield found
    }
    // What its schema refuses is reported already, whatever status it names.
    for (const found of checkStatuses(specs, file))
      if (!refused.has(toPointer(found.path))) yield found
  }
}

type Placed = Found & { path: Path }

function* checkRefused(specs: Specs, file: string): Iterable<Placed> {
  for (const [object, path] of objectsIn(specs.files.get(file)?.value)) {
    const kind = kindOf(path)
    if (!kind || '$ref' in object) continue
    const parts = kind === 'message' ? ['headers', 'payload'] : ['schema']
    const shown = parts.flatMap((part) =>
      examplesOf(specs, file, path, part).map((one) => ({ ...one, part })),
    )
    if (shown.length === 0) {
      const message = `This ${kind} shows no example.`
      const fix = /^(header|parameter)$/.test(kind)
        ? 'Add example: with a value as it is sent.'
        : 'Add examples: with a file from examples/<schema>/valid/.'
      yield { file, path, onKey: true, rule: 'document-examples/missing', message, fix }
    }
    for (const { at, value, part } of shown) {
      const [issue] = createReferee(specs)({ file, path: [...path, part] }, value, 'sent')
      if (!issue) continue
      const message = `The schema refuses this example: ${issue.path || 'the value'} ${issue.message} (${issue.keyword}).`
      const fix = 'Correct the example, or show one from examples/<schema>/valid/.'
      yield { file, path: at, rule: 'document-examples/refused', message, fix }
    }
  }
}

const kinds: Readonly<Record<string, string>> = {
  messages: 'message',
  content: 'media type',
  headers: 'header',
  parameters: 'parameter',
}

function kindOf(path: Path): string | undefined {
  if (path.includes('examples') || path.includes('properties')) return undefined
  // `headers` of a message is one schema, not headers by name.
  if (path.includes('messages') && path.at(-2) !== 'messages') return undefined
  if (path[0] === 'operations' || path[0] === 'channels') return undefined
  return kinds[String(path.at(-2))]
}

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
  return [
    ...('example' in object ? [{ at: [...path, 'example'], value: object.example }] : []),
    ...entriesOf(object.examples).flatMap(([name]) => {
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

const codesFile = 'schemas/error-code.yaml'

/**
 * Examples of a response whose `statusCode` differs from the status of the response, or whose error code has
 * no name. One schema serves all errors and accepts unknown codes.
 * @see specs/decisions/D-016-error-envelope.md
 */
function* checkStatuses(specs: Specs, file: string): Iterable<Placed> {
  const codes = texts(valueAt(specs.files.get(codesFile)?.value, ['anyOf', 0, 'enum']))
  for (const [object, path] of objectsIn(specs.files.get(file)?.value)) {
    if (path.at(-1) !== 'responses' || path[0] === 'components') continue
    for (const status of Object.keys(object).filter((key) => /^\d{3}$/.test(key)))
      for (const { at, value } of bodiesOf(specs, file, [...path, status])) {
        const code = valueAt(value, ['error', 'code'])
        if (file === 'openapi.yaml' && code !== undefined && !codes.includes(String(code))) {
          const message = `${codesFile} does not name the code ${String(code)} of this example.`
          const fix = `Add ${String(code)} to its enum, or show an example with one of ${codes.join(', ')}.`
          yield { file, path: at, rule: 'document-examples/unknown-code', message, fix }
        }
        const statusCode = valueAt(value, ['statusCode'])
        if (statusCode === undefined || statusCode === Number(status)) continue
        const message = `This example says statusCode ${String(statusCode)} under the status ${status}.`
        const fix = `Show an example with statusCode: ${status}.`
        yield { file, path: at, rule: 'document-examples/other-status', message, fix }
      }
  }
}

function bodiesOf(specs: Specs, file: string, path: Path): Shown[] {
  const response = resolve(specs, file, path)
  return entriesOf(valueAt(response.value, ['content'])).flatMap(([type]) =>
    examplesOf(specs, response.file, [...response.path, 'content', type]),
  )
}
