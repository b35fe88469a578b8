import { describeExpected } from './describe-expected.ts'
import { describeReceived } from './describe-received.ts'
import type { Finding } from './finding.ts'
import type { Issue } from './issue.ts'
import { mergeAlternatives } from './merge-alternatives.ts'

const maxPathLength = 1000

/** The findings in words, each with the pointer of what is wrong. At least one issue. */
export function describeFindings(findings: readonly Finding[], value: unknown): Issue[] {
  return mergeAlternatives(findings).map((finding) => {
    const path = pathOf(finding)
    return {
      path: path.length > maxPathLength ? `${path.slice(0, maxPathLength - 1)}…` : path,
      message: `expected ${describeExpected(finding)}, received ${describeReceived(value, { path, finding })}`,
      keyword: finding.propertyName === undefined ? finding.keyword : 'propertyNames',
    }
  })
}

const paramsOfNames = [
  'missingProperty',
  'additionalProperty',
  'unevaluatedProperty',
  'propertyName',
]

/** The pointer of what is wrong, which for rules on presence is a property of the value they apply to. */
function pathOf({ path, params, propertyName }: Finding): string {
  const named =
    propertyName ?? paramsOfNames.map((name) => params[name]).find((name) => name !== undefined)
  if (named === undefined) return path
  return `${path}/${String(named).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
