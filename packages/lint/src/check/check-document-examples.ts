import { isRecord, type Path, valueAt, visitObjects } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import { contractDocuments, operatorDocument, resolve } from '../contract/references.ts'
import type { Specs } from '../contract/specs.ts'
import { checkResponseStatus } from './check-response-status.ts'
import { createReferee, type Referee } from './referee.ts'

/** An example in a document, the place of its value, and the schema that it must meet as written. */
type Shown = { at: Path; value: unknown; schema: { file: string; path: Path } }

/**
 * Examples of messages, media types, headers and parameters that their schemas refuse,  places
 * that show none, and bodies of another status. Neither linter looks at the examples of messages.
 */
export function checkDocumentExamples(specs: Specs): Problem[] {
  const referee = createReferee(specs)
  const judged = [...contractDocuments, operatorDocument].flatMap((file) => {
    const source = specs.files.get(file)
    const problems: Problem[] = []
    visitObjects(source?.value, (object, path) => {
      const kind = kindOf(path)
      if (!source || !kind || '$ref' in object) return
      const shown = kind === 'message' ? messages(specs, file, path) : values(specs, file, path)
      if (shown.length === 0) problems.push(source.problem(path, nothingShown(kind), true))
      for (const one of shown) {
        const finding = judge(referee, one)
        if (finding) problems.push(source.problem(one.at, finding))
      }
    })
    return problems
  })
  // What its schema refuses is told already, whatever status it names.
  const told = new Set(judged.map(({ file, pointer }) => file + pointer))
  const others = checkResponseStatus(specs).filter((one) => !told.has(one.file + one.pointer))
  return [...judged, ...others]
}

type Kind = 'message' | 'media type' | 'header' | 'parameter'

function kindOf(path: Path): Kind | undefined {
  if (path.includes('examples') || path.includes('properties')) return undefined
  const parents: Record<string, Kind> = {
    messages: 'message',
    content: 'media type',
    headers: 'header',
    parameters: 'parameter',
  }
  // `headers` of a message is one schema, not headers by name.
  if (path.includes('messages') && path.at(-2) !== 'messages') return undefined
  if (path[0] === 'operations' || path[0] === 'channels') return undefined
  return parents[String(path.at(-2))]
}

const nothingShown = (kind: Kind): Finding => ({
  rule: 'document-examples/missing',
  message: `This ${kind} shows no example.`,
  fix:
    kind === 'header' || kind === 'parameter'
      ? 'Add example: with a value as it travels.'
      : 'Add examples: with a file from examples/<schema>/valid/.',
})

/** Examples of an OpenAPI object that has `schema`, and `example` or `examples`. */
function values(specs: Specs, file: string, path: Path): Shown[] {
  const document = specs.files.get(file)?.value
  const object = valueAt(document, path) as Record<string, unknown>
  const schema = { file, path: [...path, 'schema'] }
  const shown: Shown[] = []
  if ('example' in object) shown.push({ at: [...path, 'example'], value: object.example, schema })
  for (const name of Object.keys(isRecord(object.examples) ? object.examples : {})) {
    const at = [...path, 'examples', name]
    const example = resolve(specs, file, at)
    if (!isRecord(example.value)) continue
    const { externalValue, value } = example.value
    if (typeof externalValue !== 'string') shown.push({ at: [...at, 'value'], value, schema })
    else {
      const target = new URL(externalValue, `https://specs.invalid/${example.file}`).pathname.slice(
        1,
      )
      const read = specs.files.get(decodeURIComponent(target))?.value
      shown.push({ at: [...at, 'externalValue'], value: read, schema })
    }
  }
  return shown
}

/** Payload and headers of the examples of an AsyncAPI message. */
function messages(specs: Specs, file: string, path: Path): Shown[] {
  const message = valueAt(specs.files.get(file)?.value, path) as Record<string, unknown>
  const examples = Array.isArray(message.examples) ? message.examples : []
  return examples.flatMap((example: unknown, index) =>
    ['headers', 'payload'].flatMap((part) => {
      const at = [...path, 'examples', index, part]
      if (!isRecord(example) || !(part in example) || !(part in message)) return []
      return [
        { at, value: resolve(specs, file, at).value, schema: { file, path: [...path, part] } },
      ]
    }),
  )
}

function judge(referee: Referee, { value, schema }: Shown): Finding | undefined {
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
