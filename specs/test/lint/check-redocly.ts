import { nearestName } from './nearest-name.ts'
import { fromPointer, isRecord, valueAt } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'
import { redoclyFixes } from './redocly-fixes.ts'
import { jsonIn, runTool } from './run-tool.ts'
import type { Specs } from './specs.ts'

type RedoclyProblem = {
  ruleId: string
  message: string
  suggest?: string[]
  location: { source: { ref: string }; pointer?: string; reportOnKey?: boolean }[]
}

/** What `redocly lint` finds in a document; the rules stand in redocly.yaml. */
export async function checkRedocly(specs: Specs, api: string): Promise<Problem[]> {
  if (!specs.files.has(`${api}.yaml`)) return []
  const script = '@redocly/cli/bin/cli.js'
  const { stdout, stderr } = await runTool(script, ['lint', api, '--format=json'], specs.folder)
  const report = jsonIn(stdout, '{') as { problems: RedoclyProblem[] } | undefined
  if (!report) return [unread(specs, stderr)]
  return report.problems.map((problem) => toProblem(specs, problem))
}

function toProblem(specs: Specs, { ruleId, message, suggest, location }: RedoclyProblem): Problem {
  const place = location[0]
  const file = place?.source.ref.replaceAll('\\', '/') ?? ''
  const pointer = place?.pointer ?? '#'
  const finding: Finding = {
    rule: `redocly/${ruleId}`,
    message: message
      .replaceAll('`', '')
      .replaceAll(/\s*\n\s*(- )?/g, ' ')
      .trim(),
    fix: fixOf(specs, { ruleId, suggest: suggest ?? [], file, pointer }),
  }
  const source = specs.files.get(file)
  if (source) return source.problem(pointer, finding, place?.reportOnKey)
  return { file, line: 1, column: 1, pointer, ...finding }
}

type Found = { ruleId: string; suggest: string[]; file: string; pointer: string }

function fixOf(specs: Specs, { ruleId, suggest, file, pointer }: Found): string {
  const path = fromPointer(pointer)
  if (ruleId === 'no-required-schema-properties-undefined') {
    const value = specs.files.get(file)?.value
    const siblings = valueAt(value, [...path.slice(0, -2), 'properties'])
    const top = valueAt(value, ['properties'])
    const names = [...keysOf(siblings), ...keysOf(top)]
    const near = nearestName(String(valueAt(value, path)), names)
    if (near) return `Did you mean ${near}? Else add it to properties.`
  }
  if (suggest[0] !== undefined) return `Did you mean ${suggest[0]}?`
  return redoclyFixes[ruleId] ?? redoclyFixes.any ?? ''
}

const keysOf = (value: unknown) => (isRecord(value) ? Object.keys(value) : [])

function unread(specs: Specs, stderr: string): Problem {
  const [line = 'it printed no report'] = stderr
    .split('\n')
    .filter((one) => one.trim() !== '')
    .slice(-1)
  const file = specs.files.has('redocly.yaml') ? 'redocly.yaml' : 'openapi.yaml'
  return {
    file,
    line: 1,
    column: 1,
    pointer: '#',
    rule: 'redocly/failed',
    message: `redocly lint did not run: ${line.trim()}`,
    fix: 'Correct redocly.yaml; its rules are listed at redocly.com/docs/cli/rules.',
  }
}
