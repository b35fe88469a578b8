import { isUtf8 } from 'node:buffer'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Example, examples } from '@partner-platform/fixtures/tables'
import { messages } from '@partner-platform/types'

const order = ['valid', 'tolerated', 'invalid', 'unparseable']

/** The module that carries every example of the event, byte for byte, sorted by folder and name. */
function toExamplesModule(): string {
  const found = examples(messages.submissionUpdated.payload).sort(byFolderAndName)
  const names = found.map((example) => JSON.stringify(keyOf(example, found)))
  const entries = found.map((example, index) => `  ${names[index]}: ${toEntry(example)},`)
  return `// Generated from specs/examples. Do not edit: change the examples and run npx pnpm@12 generate.

/** \`valid\` may be sent; \`tolerated\` only readers accept; \`invalid\` and \`unparseable\` nobody does. */
export type ExampleFolder = ${order.map((folder) => `'${folder}'`).join(' | ')}

export type Example = {
  folder: ExampleFolder
  /** What it shows, as a sentence. */
  says: string
  /** Its exact bytes: UTF-8 text, or base64 where they are no UTF-8. */
  body: string
  encoding: 'utf8' | 'base64'
}

export type ExampleName =
${names.map((name) => `  | ${name}`).join('\n')}

/** The examples of the event, by name. */
export const examples: Record<ExampleName, Example> = {
${entries.join('\n')}
}
`
}

function toEntry({ folder, says, bytes }: Example): string {
  const encoding = isUtf8(bytes) ? 'utf8' : 'base64'
  return JSON.stringify({ folder, says, body: Buffer.from(bytes).toString(encoding), encoding })
}

/** The name alone where one folder has it, else the name in its folder. */
const keyOf = ({ folder, name }: Example, all: readonly Example[]) =>
  all.filter((one) => one.name === name).length === 1 ? name : `${folder}-${name}`

function byFolderAndName(one: Example, other: Example): number {
  const [a, b] = [order.indexOf(one.folder), order.indexOf(other.folder)]
  return a === b ? Number(one.name > other.name) - Number(one.name < other.name) : a - b
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '../src/generated')
  const file = join(folder, 'examples.ts')
  const wanted = toExamplesModule()
  if (process.argv[2] === 'generate') {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, wanted)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    console.error(
      'src/generated/examples.ts is not what specs/examples gives. Run npx pnpm@12 generate; what was edited by hand there is lost.',
    )
    process.exitCode = 1
  }
}
