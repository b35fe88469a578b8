import { nearestName } from './nearest-name.ts'
import { fromPointer, isRecord, type Path, valueAt } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'
import { readConfigProblems } from './redocly-config.ts'
import { redoclyFixes, structFix, unusedFix } from './redocly-fixes.ts'
import { jsonIn, type Printed, runTool } from './run-tool.ts'
import type { Specs } from './specs.ts'

type RedoclyProblem = {
  ruleId: string
  message: string
  suggest?: string[]
  location: { source: { ref: string }; pointer?: string; reportOnKey?: boolean }[]
}

/** What `redocly lint` prints of a document. */
export type RunRedocly = (specs: Specs, api: string) => Promise<Printed>

export const redoclyArguments = (api: string) => [
  ...['lint', api, '--format=json', '--lint-config=error'],
]

export const runRedocly: RunRedocly = ({ folder }, api) =>
  runTool('@redocly/cli/bin/cli.js', redoclyArguments(api), folder)

/** What `redocly lint` finds in a document; the rules stand in redocly.yaml. */
export async function checkRedocly(
  specs: Specs,
  api: string,
  run: RunRedocly = runRedocly,
): Promise<Problem[]> {
  if (!specs.files.has(`${api}.yaml`)) return []
  const settings = checkSettings(specs, api)
  if (settings.length > 0) return settings
  const { stdout, stderr } = await run(specs, api)
  const report = jsonIn(stdout) as { problems: RedoclyProblem[] } | undefined
  if (report) return report.problems.map((problem) => toProblem(specs, problem))
  const config = readConfigProblems(specs, stderr)
  return config.length > 0 ? config : [unread(api)]
}

/** A rule that is not known is told by the tool; a set of rules that is weaker is not. */
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

function toProblem(specs: Specs, { ruleId, message, suggest, location }: RedoclyProblem): Problem {
  const place = location[0]
  const file = place?.source.ref.replaceAll('\\', '/') ?? ''
  const pointer = place?.pointer ?? '#'
  const text = message
    .replaceAll('`', '')
    .replaceAll(/\s*\n\s*(- )?/g, ' ')
    .trim()
  const found = { ruleId, message: text, suggest: suggest ?? [], file, path: fromPointer(pointer) }
  const finding: Finding = { rule: `redocly/${ruleId}`, message: text, fix: fixOf(specs, found) }
  const source = specs.files.get(file)
  if (source) return source.problem(pointer, finding, place?.reportOnKey)
  return { file, line: 1, column: 1, pointer, ...finding }
}

type Found = { ruleId: string; message: string; suggest: string[]; file: string; path: Path }

function fixOf(specs: Specs, { ruleId, message, suggest, file, path }: Found): string {
  const source = specs.files.get(file)
  if (ruleId === 'no-required-schema-properties-undefined') {
    const siblings = valueAt(source?.value, [...path.slice(0, -2), 'properties'])
    const top = valueAt(source?.value, ['properties'])
    const names = [...keysOf(siblings), ...keysOf(top)]
    const near = nearestName(String(valueAt(source?.value, path)), names)
    if (near) return `Did you mean ${near}? Else add it to properties.`
  }
  if (suggest[0] !== undefined) return `Did you mean ${suggest[0]}?`
  if (ruleId === 'struct') return structFix(message, source?.writtenAt(path))
  if (ruleId === 'no-unused-components') return unusedFix(path)
  return redoclyFixes[ruleId] ?? redoclyFixes.any ?? ''
}

const keysOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : [])

/** What the tool says as it fails is about itself, and not about the contract. */
const unread = (api: string): Problem => ({
  file: `${api}.yaml`,
  line: 1,
  column: 1,
  pointer: '#',
  rule: 'redocly/failed',
  message: 'redocly lint ended without a report on this document.',
  fix: `Run it by hand in this folder to see why: npx redocly lint ${api}.`,
})
