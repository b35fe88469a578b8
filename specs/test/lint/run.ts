import { existsSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { formatProblem } from './format-problem.ts'
import { lint } from './lint.ts'
import type { Specs } from './specs.ts'

export type RunOptions = {
  /** Prints one entry; it ends without a line break. */
  print: (text: string) => void
  printError: (text: string) => void
  /** Shows the lines of text around a problem. */
  frames: boolean
  /** An earlier reading of the contract: unchanged files are not parsed again. */
  known?: Specs
}

const usage = 'Usage: node test/lint/main.ts [folder of specs]'
const specsPackage = resolve(import.meta.dirname, '../..')

/** Checks the contract in the folder that `args` names, by default this package's; gives the exit code. */
export async function run(
  args: string[],
  { print, printError, frames, known }: RunOptions,
): Promise<0 | 1 | 2> {
  const [given, ...more] = args
  const wrong = given?.startsWith('-') ? given : more[0]
  if (wrong !== undefined) {
    printError(`${wrong} is not an argument of lint: expected one folder or none.\n${usage}`)
    return 2
  }
  const folder = given === undefined ? specsPackage : resolve(given)
  if (!['openapi.yaml', 'asyncapi.yaml'].some((file) => existsSync(join(folder, file)))) {
    printError(
      `${given} is no contract: expected a folder with openapi.yaml and asyncapi.yaml.\n${usage}`,
    )
    return 2
  }
  const started = performance.now()
  const { specs, problems, checked, waiting } = await lint(folder, { known })
  const name = given === undefined ? 'specs' : relative(process.cwd(), folder) || basename(folder)
  for (const problem of problems) {
    const text = frames ? specs.bytes.get(problem.file) : undefined
    const options = { prefix: `${name}/`, text: text && new TextDecoder().decode(text) }
    print(`${formatProblem(problem, options)}\n`)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const many = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  const later = waiting ? ` (not checked yet: ${waiting})` : ''
  print(problems.length > 0 ? many + later : `specs: no problems (${checked}, ${seconds} s)`)
  return problems.length > 0 ? 1 : 0
}
