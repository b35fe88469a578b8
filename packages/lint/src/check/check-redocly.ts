import { nearestName } from '../contract/nearest-name.ts'
import { fromPointer, isRecord, type Path, valueAt } from '../contract/pointer.ts'
import type { Finding, Problem } from '../contract/problem.ts'
import type { Specs } from '../contract/specs.ts'
import { lintDocument, type RedoclyProblem, type RedoclyReport } from '../redocly/ask-redocly.ts'
import { redoclyFixes, structFix, unusedFix } from './redocly-fixes.ts'

/** Asks Redocly what is wrong with a document. */
export type AskRedocly = (specs: Specs, api: string) => Promise<RedoclyReport>

export const askRedocly: AskRedocly = (specs, api) => lintDocument(api, toDocuments(specs))

/** The contract as Redocly reads it: what the checks have read, and nothing else. */
export const toDocuments = ({ folder, bytes }: Specs) => ({ folder, files: bytes })

/** What Redocly finds in a document; the rules are in redocly.yaml. */
export async function checkRedocly(
  specs: Specs,
  api: string,
  ask: AskRedocly = askRedocly,
): Promise<Problem[]> {
  if (!specs.files.has(`${api}.yaml`)) return []
  const settings = checkSettings(specs, api)
  if (settings.length > 0) return settings
  try {
    const report = await ask(specs, api)
    const config = report.settings.map((problem) => toConfigProblem(specs, problem))
    return [...config, ...report.problems.map((problem) => toProblem(specs, problem))]
  } catch (error) {
    return [failure(api, error as Error)]
  }
}

/** Redocly reports an unknown rule, but not a weaker set of rules. */
function checkSettings({ files }: Specs, api: string): Problem[] {
  const source = files.get('redocly.yaml')
  if (!source) return []
  const rule = 'redocly/settings'
  const sets = valueAt(source.value, ['extends'])
  if (!Array.isArray(sets) || sets.length !== 1 || sets[0] !== 'recommended-strict') {
    const message = 'The rules do not begin with those of recommended-strict.'
    const fix = 'Write extends: [recommended-strict], and each exception under rules.'
    return [source.problem(['extends'], { rule, message, fix })]
  }
  if (valueAt(source.value, ['apis', api, 'root']) === `${api}.yaml`) return []
  const message = `${api}.yaml is not among the documents that are linted.`
  const fix = `Write apis: { ${api}: { root: ${api}.yaml } } with its rules.`
  return [source.problem(['apis', api, 'root'], { rule, message, fix })]
}

function toConfigProblem(specs: Specs, problem: RedoclyProblem): Problem {
  const path = fromPointer(problem.pointer)
  const known = path.at(-2) === 'rules' ? Object.keys(redoclyFixes) : []
  const near = problem.suggest[0] ?? nearestName(String(path.at(-1)), known)
  const written = specs.files.get('redocly.yaml')?.writtenAt(path)
  const fix = near ? `Did you mean ${near}?` : structFix(problem.message, written)
  const message = `${problem.message.replace(/\.$/, '')}.`
  return place(specs, problem, { rule: 'redocly/config', message, fix }, true)
}

function toProblem(specs: Specs, problem: RedoclyProblem): Problem {
  const { rule, message } = problem
  const finding = { rule: `redocly/${rule}`, message, fix: fixOf(specs, problem) }
  return place(specs, problem, finding, problem.isOnKey)
}

function place(specs: Specs, at: RedoclyProblem, finding: Finding, onKey: boolean): Problem {
  const { file, pointer } = at
  const source = specs.files.get(file)
  return (
    source?.problem(pointer, finding, onKey) ?? { file, line: 1, column: 1, pointer, ...finding }
  )
}

function fixOf(specs: Specs, { rule, message, suggest, file, pointer }: RedoclyProblem): string {
  const source = specs.files.get(file)
  const path: Path = fromPointer(pointer)
  if (rule === 'no-required-schema-properties-undefined') {
    const siblings = valueAt(source?.value, [...path.slice(0, -2), 'properties'])
    const top = valueAt(source?.value, ['properties'])
    const names = [...keysOf(siblings), ...keysOf(top)]
    const near = nearestName(String(valueAt(source?.value, path)), names)
    if (near) return `Did you mean ${near}? Else add it to properties.`
  }
  if (suggest[0] !== undefined) return `Did you mean ${suggest[0]}?`
  if (rule === 'struct') return structFix(message, source?.writtenAt(path))
  if (rule === 'no-unused-components') return unusedFix(path)
  return redoclyFixes[rule] ?? redoclyFixes.any ?? ''
}

const keysOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : [])

const failure = (api: string, error: Error): Problem => ({
  file: `${api}.yaml`,
  line: 1,
  column: 1,
  pointer: '#',
  rule: 'redocly/failed',
  message: `Redocly cannot read this document: ${error.message.split('\n')[0]}.`,
  fix: `To see more, run npx redocly lint ${api} in this folder.`,
})
