import { findAsyncApiProblems } from '../asyncapi/find-asyncapi-problems.ts'
import type { Found } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'

/** What is wrong with the AsyncAPI document by AsyncAPI itself: its JSON Schema and its text. */
export function checkAsyncApi({ files }: Specs): Found[] {
  if (!files.has('asyncapi.yaml')) return []
  const found = findAsyncApiProblems('asyncapi.yaml', (file) => files.get(file)?.value)
  return found.map((one) => ({ ...one, rule: `asyncapi/${one.rule}` }))
}
