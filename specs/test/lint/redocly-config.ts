import { nearestName } from './nearest-name.ts'
import { fromPointer } from './pointer.ts'
import type { Problem } from './problem.ts'
import { redoclyFixes, structFix } from './redocly-fixes.ts'
import type { Specs } from './specs.ts'

/** One entry of what redocly prints of its settings: place, message, and what it suggests. */
const entry =
  /^\[\d+\] \S*redocly\.yaml:\d+:\d+ at (#\S*)\n\n(.+(?:\n.+)*)(?:\n\nDid you mean:(?: (\S+)|\n {2}- (\S+)))?/gm

/** What redocly says of redocly.yaml, which it prints as text in whatever format it reports. */
export function readConfigProblems({ files }: Specs, stderr: string): Problem[] {
  const source = files.get('redocly.yaml')
  if (!source) return []
  const rule = 'redocly/config'
  const found = [...stderr.matchAll(entry)].map(([, pointer = '#', said = '', one, first]) => {
    const message = said.replaceAll('`', '').replaceAll(/\s*\n\s*/g, ' ')
    const path = fromPointer(pointer)
    const known = path.at(-2) === 'rules' ? Object.keys(redoclyFixes) : []
    const near = one ?? first ?? nearestName(String(path.at(-1)), known)
    const fix = near ? `Did you mean ${near}?` : structFix(message, source.writtenAt(path))
    return source.problem(path, { rule, message: `${message.replace(/\.$/, '')}.`, fix }, true)
  })
  if (found.length > 0 || !/load the configuration|Your config has/.test(stderr)) return found
  const message = 'redocly cannot load its settings from this file.'
  const fix = 'Compare it with redocly.com/docs/cli/configuration.'
  return [source.problem([], { rule, message, fix })]
}
