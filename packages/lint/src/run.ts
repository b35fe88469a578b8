import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import type { Specs } from './contract/specs.ts'

export type RunOptions = {
  /** Prints one entry; it ends without a line break. */
  print: (text: string) => void
  printError: (text: string) => void
  /** Shows the lines of text around a problem. */
  frames: boolean
  /** An earlier reading of the contract: unchanged files are not parsed again. */
  known?: Specs
}

/** 0 if the contract is sound, 1 if it is not, 2 if the command line is wrong. */
export type ExitCode = 0 | 1 | 2

const help = `Usage: contract-lint <command> [folder]

Commands:
  check                  finds what is wrong with the contract, where, and what to write instead
  bundle                 writes each document as one file, and as a page of Redoc, into <folder>/dist
  fingerprint [--check]  writes fingerprint.txt, a digest of the documents without their prose;
                         with --check, only reports whether it is stale

folder holds openapi.yaml and asyncapi.yaml. The default is the working directory.`

type Folder = { folder: string; name: string; flags: readonly string[] }
type Command = (place: Folder, options: RunOptions) => Promise<ExitCode>

// Each loads its own tools: loading those of `bundle` takes longer than running `fingerprint`.
const commands: Readonly<Record<string, Command>> = { check, bundle, fingerprint }

/** Runs the command that `args` names; gives the exit code. */
export async function run(args: readonly string[], options: RunOptions): Promise<ExitCode> {
  if (args.some((one) => one === '--help' || one === '-h')) {
    options.print(help)
    return 0
  }
  const refuse = (message: string) => {
    options.printError(`${message}\n\n${help}`)
    return 2 as const
  }
  const [command = '', ...rest] = args
  const act = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!act) return refuse(command ? `There is no command ${command}.` : 'Name a command.')
  const isFlag = (one: string) => command === 'fingerprint' && one === '--check'
  const [given = '.', ...more] = rest.filter((one) => !isFlag(one))
  const wrong = given.startsWith('-') ? given : more[0]
  if (wrong !== undefined) return refuse(`${command} takes one folder, not ${wrong}.`)
  const folder = resolve(given)
  if (!['openapi.yaml', 'asyncapi.yaml'].some((file) => existsSync(join(folder, file))))
    return refuse(`There is no contract in ${given}: name a folder with openapi.yaml.`)
  const name = relative(process.cwd(), folder) || basename(folder)
  return act({ folder, name, flags: rest.filter(isFlag) }, options)
}

async function check({ folder, name }: Folder, { print, frames, known }: RunOptions) {
  const started = performance.now()
  const { formatProblem, lint } = await import('./index.ts')
  const { specs, problems, checked, waiting } = await lint(folder, { known })
  for (const problem of problems) {
    const text = frames ? specs.bytes.get(problem.file) : undefined
    const options = { prefix: `${name}/`, text: text && new TextDecoder().decode(text) }
    print(`${formatProblem(problem, options)}\n`)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const many = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  const later = waiting ? ` (not checked yet: ${waiting})` : ''
  print(problems.length > 0 ? many + later : `${name}: no problems (${checked}, ${seconds} s)`)
  return problems.length > 0 ? 1 : 0
}

async function bundle({ folder, name }: Folder, { print, printError }: RunOptions) {
  const { BundleError, buildBundles } = await import('./bundle/index.ts')
  try {
    await buildBundles({ specs: folder, outDir: join(folder, 'dist') })
    print(`${name}: bundled into ${name}/dist.`)
    return 0
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    printError(error.message)
    return 1
  }
}

async function fingerprint({ folder, name, flags }: Folder, { printError }: RunOptions) {
  const { toFingerprint } = await import('./fingerprint.ts')
  const file = join(folder, 'fingerprint.txt')
  const wanted = toFingerprint(folder)
  if (flags.length === 0) writeFileSync(file, wanted)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== wanted) {
    printError(`${name}/fingerprint.txt is stale or missing. Run npx pnpm@12 generate.`)
    return 1
  }
  return 0
}
