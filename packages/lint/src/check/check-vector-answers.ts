import { isDeepStrictEqual } from 'node:util'
import { isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { texts } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'
import { createReferee } from './referee.ts'

const table = 'vectors/answers.json'
const document = 'openapi.yaml'

/** Rows of `answers.json` that the responses of the API document judge in another way. */
export function checkVectorAnswers(specs: Specs): Problem[] {
  const source = specs.files.get(table)
  const rows = isRecord(source?.value) ? source.value.rows : undefined
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown, index) => {
    const wrong = findWrong(specs, valueAt(row, ['given']))
    const wanted = texts(valueAt(row, ['want', 'wrong']))
    if (isDeepStrictEqual(wrong, wanted)) return []
    const finding = {
      rule: 'vectors/other-answer',
      message: `By ${document} this is wrong: ${wrong.join(', ') || 'nothing'}. The row says: ${wanted.join(', ') || 'nothing'}.`,
      fix: 'Correct the response in the document, or the row and the decision that it cites.',
    }
    return source?.problem(['rows', index, 'want', 'wrong'], finding) ?? []
  })
}

/** The headers, and `body`, that an exchange lacks, has too many of, or writes in another form; sorted. */
function findWrong(specs: Specs, given: unknown): string[] {
  if (!isRecord(given)) return ['given']
  const operation = findOperation(specs, given.operationId)
  if (!operation) return ['operationId']
  const parameters = valueAt(specs.files.get(document)?.value, [...operation, 'parameters'])
  const asked = (Array.isArray(parameters) ? parameters : []).flatMap((_, index) => {
    const parameter = resolve(specs, document, [...operation, 'parameters', index])
    if (valueAt(parameter.value, ['in']) !== 'header') return []
    return [[valueAt(parameter.value, ['name']), parameter] as const]
  })
  const response = resolve(specs, document, [...operation, 'responses', String(given.status)])
  const headers = valueAt(response.value, ['headers'])
  const told = Object.keys(isRecord(headers) ? headers : {}).map((name) => {
    return [name, resolve(specs, response.file, [...response.path, 'headers', name])] as const
  })
  const hasBody = Object.keys(Object(valueAt(response.value, ['content']))).length > 0
  return [
    ...wrongHeaders(specs, asked, given.requestHeaders),
    ...wrongHeaders(specs, told, given.headers),
    ...(hasBody === given.hasBody ? [] : ['body']),
  ].sort()
}

type Header = { file: string; path: Path; value: unknown }

function wrongHeaders(
  specs: Specs,
  documented: readonly (readonly [unknown, Header])[],
  given: unknown,
): string[] {
  const sent = isRecord(given) ? given : {}
  const unknown = Object.keys(sent).filter((name) => !documented.some(([one]) => one === name))
  const wrong = documented.filter(([name, { file, path, value }]) => {
    const text = sent[String(name)]
    if (text === undefined) return valueAt(value, ['required']) === true
    return createReferee(specs)({ file, path: [...path, 'schema'] }, text, 'sent').length > 0
  })
  return [...unknown, ...wrong.map(([name]) => String(name))]
}

function findOperation({ files }: Specs, operationId: unknown): Path | undefined {
  const paths = valueAt(files.get(document)?.value, ['paths'])
  for (const [path, item] of Object.entries(isRecord(paths) ? paths : {}))
    for (const [method, one] of Object.entries(isRecord(item) ? item : {}))
      if (valueAt(one, ['operationId']) === operationId) return ['paths', path, method]
  return undefined
}
