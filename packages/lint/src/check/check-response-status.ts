import { isRecord, type Path, valueAt, visitObjects } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { operatorDocument, resolve, toTarget } from '../contract/references.ts'
import { texts } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'

const codesFile = 'schemas/error-code.yaml'

/**
 * Examples of a response whose `statusCode` is not the status that the response stands under, or whose
 * error code has no name. One schema serves all errors, and takes codes that nobody named.
 * @see specs/decisions/D-016-error-envelope.md
 */
export const checkResponseStatus = (specs: Specs): Problem[] =>
  ['openapi.yaml', operatorDocument].flatMap((file) => checkDocument(specs, file))

function checkDocument(specs: Specs, file: string): Problem[] {
  const source = specs.files.get(file)
  const problems: Problem[] = []
  const codes = texts(valueAt(specs.files.get(codesFile)?.value, ['anyOf', 0, 'enum']))
  visitObjects(source?.value, (object, path) => {
    if (!source || path.at(-1) !== 'responses' || path[0] === 'components') return
    for (const status of Object.keys(object).filter((key) => /^\d{3}$/.test(key))) {
      for (const { at, value } of bodies(specs, file, [...path, status])) {
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
    }
  })
  return problems
}

function bodies(specs: Specs, file: string, path: Path): { at: Path; value: unknown }[] {
  const response = resolve(specs, file, path)
  const content = valueAt(response.value, ['content'])
  return Object.entries(isRecord(content) ? content : {}).flatMap(([type, media]) => {
    const at = [...response.path, 'content', type]
    const examples = isRecord(media) && isRecord(media.examples) ? media.examples : {}
    const inline = isRecord(media) && 'example' in media ? [media.example] : []
    return [
      ...inline.map((value) => ({ at: [...at, 'example'], value })),
      ...Object.entries(examples).map(([name, one]) => {
        const { externalValue, value } = isRecord(one) ? one : {}
        const from = [...at, 'examples', name]
        if (typeof externalValue !== 'string') return { at: [...from, 'value'], value }
        const target = toTarget(response.file, externalValue)
        const read = 'file' in target ? specs.files.get(target.file)?.value : undefined
        return { at: [...from, 'externalValue'], value: read }
      }),
    ]
  })
}
