import { findAsyncApiProblems } from '../asyncapi/find-asyncapi-problems.ts'
import { didYouMean } from '../contract/nearest-name.ts'
import type { Problem } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'

const file = 'asyncapi.yaml'

/** What is wrong with the AsyncAPI document by AsyncAPI itself: its JSON Schema and its text. */
export function checkAsyncApi({ files }: Specs): Problem[] {
  if (!files.has(file)) return []
  const found = findAsyncApiProblems(file, (name) => files.get(name)?.value)
  return found.flatMap(({ rule, message, meant, ...one }) => {
    const fix = meant ? didYouMean(meant.wrong, meant.names, one.fix) : one.fix
    const finding = { rule: `asyncapi/${rule}`, message, fix }
    return files.get(one.file)?.problem(one.path, finding) ?? []
  })
}
