import { findAsyncApiProblems } from '../asyncapi/find-asyncapi-problems.ts'
import { didYouMean, nearestName } from '../contract/nearest-name.ts'
import { entriesOf, fromPointer, type Path, valueAt } from '../contract/pointer.ts'
import type { Finding, Found } from '../contract/problem.ts'
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
  root = `${api}.yaml`,
): Promise<Found[]> {
  if (!specs.files.has(root)) return []
  const wrong = checkSettings(specs, api, root)
  if (wrong) return [{ file: 'redocly.yaml', rule: 'redocly/settings', ...wrong }]
  try {
    const { settings, problems } = await ask(specs, api)
    return [
      ...settings.map((one) => {
        return { file: one.file, path: one.pointer, onKey: true, ...toSetting(specs, one) }
      }),
      ...problems.map((one) => {
        const { file, pointer, isOnKey, rule, message } = one
        const at = { file, path: pointer, onKey: isOnKey }
        return { ...at, rule: `redocly/${rule}`, message, fix: fixOf(specs, one) }
      }),
    ]
  } catch (error) {
    const message = `Redocly cannot read this document: ${(error as Error).message.split('\n')[0]}.`
    const fix = `To see more, run npx redocly lint ${api} in this folder.`
    return [{ file: root, rule: 'redocly/failed', message, fix }]
  }
}

/** What Redocly finds in the workflows. redocly.yaml lists each under the name of its file. */
export async function checkWorkflows(specs: Specs, ask?: AskRedocly): Promise<Found[]> {
  const names = [...specs.files.keys()].flatMap(
    (file) => /^workflows\/(.+)\.arazzo\.yaml$/.exec(file)?.[1] ?? [],
  )
  const found = names.map((api) => checkRedocly(specs, api, ask, `workflows/${api}.arazzo.yaml`))
  return (await Promise.all(found)).flat()
}

/** Redocly reports an unknown rule, but not a weaker set of rules. */
function checkSettings({ files }: Specs, api: string, root: string) {
  const settings = files.get('redocly.yaml')?.value
  const sets = valueAt(settings, ['extends'])
  if (!Array.isArray(sets) || sets.length !== 1 || sets[0] !== 'recommended-strict')
    return {
      path: ['extends'],
      message: 'The rules do not begin with those of recommended-strict.',
      fix: 'Write extends: [recommended-strict], and each exception under rules.',
    }
  if (valueAt(settings, ['apis', api, 'root']) === root) return undefined
  return {
    path: ['apis', api, 'root'],
    message: `${root} is not among the documents that are linted.`,
    fix: `Write apis: { ${api}: { root: ${root} } } with its rules.`,
  }
}

function toSetting({ files }: Specs, { pointer, suggest, message }: RedoclyProblem): Finding {
  const path = fromPointer(pointer)
  const names = path.at(-2) === 'rules' ? Object.keys(redoclyFixes) : []
  const otherwise = structFix(message, files.get('redocly.yaml')?.writtenAt(path))
  const [first] = suggest
  return {
    rule: 'redocly/config',
    message: `${message.replace(/\.$/, '')}.`,
    fix: first ? `Did you mean ${first}?` : didYouMean(String(path.at(-1)), names, otherwise),
  }
}

function fixOf(
  { files }: Specs,
  { rule, message, suggest, file, pointer }: RedoclyProblem,
): string {
  const source = files.get(file)
  const path: Path = fromPointer(pointer)
  if (rule === 'no-required-schema-properties-undefined') {
    const lists = [[...path.slice(0, -2), 'properties'], ['properties']]
    const names = lists.flatMap((at) => entriesOf(valueAt(source?.value, at)).map(([name]) => name))
    const near = nearestName(String(valueAt(source?.value, path)), names)
    if (near) return `Did you mean ${near}? Otherwise, add it to properties.`
  }
  if (suggest[0] !== undefined) return `Did you mean ${suggest[0]}?`
  if (rule === 'struct') return structFix(message, source?.writtenAt(path))
  if (rule === 'no-unused-components') return unusedFix(path)
  return redoclyFixes[rule] ?? redoclyFixes.any ?? ''
}

/** What is wrong with the AsyncAPI document by AsyncAPI itself: its JSON Schema and its text. */
export function checkAsyncApi({ files }: Specs): Found[] {
  if (!files.has('asyncapi.yaml')) return []
  const found = findAsyncApiProblems('asyncapi.yaml', (file) => files.get(file)?.value)
  return found.map((one) => ({ ...one, rule: `asyncapi/${one.rule}` }))
}
