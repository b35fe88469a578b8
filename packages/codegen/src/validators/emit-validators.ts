import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import { ContractError } from '../errors.ts'
import type { Contract, GeneratedFile } from '../model.ts'
import { emitShapes } from '../readers/emit-shapes.ts'
import { checkSchemas } from '../schema/check-schemas.ts'
import { compileFunctions } from './compile-functions.ts'
import { emitParsers } from './emit-parsers.ts'
import { emitRuntime } from './emit-runtime.ts'
import type { PlannedFunction } from './plan-functions.ts'
import { planFunctions } from './plan-functions.ts'

interface ValidatorOptions {
  /** Whether there are tolerant readers beside the strict parsers. @default true */
  hasReaders?: boolean
  /** The module that the types come from. @default './types.ts' */
  typesModule?: string
}

/**
 * `validators.js` with its declarations, `shapes.ts`, `parsers.ts` and `runtime.ts`. Throws a `ContractError` with
 * every keyword that validators cannot carry. `checkSchemas` reports what they carry in part.
 */
export async function emitValidators(
  contract: Contract,
  { hasReaders = true, typesModule = './types.ts' }: ValidatorOptions = {},
): Promise<GeneratedFile[]> {
  const { problems } = checkSchemas(contract)
  if (problems.length > 0) throw new ContractError(problems)
  const { functions, sent } = planFunctions(contract)
  const modules = await emitModule(functions)
  const parsers = emitParsers(contract, { hasReaders, typesModule, sent })
  const shapes = hasReaders ? [emitShapes(contract.schemas)] : []
  return [...modules, ...shapes, parsers, emitRuntime({ hasReaders })]
}

const runtimeFolder = fileURLToPath(new URL('../runtime', import.meta.url))
const chunkLength = 1_000_000

/** `validators.js`, which imports nothing, and its declarations. Throws if the code would need a loader or `eval`. */
async function emitModule(planned: readonly PlannedFunction[]): Promise<GeneratedFile[]> {
  const { functions, constants } = compileFunctions(planned)
  const bodies: string[] = []
  for (const chunk of chunksOf(functions))
    bodies.push((await transform(chunk, { loader: 'js', legalComments: 'none' })).code)
  const checks = await bundleChecks(bodies)
  const content = [checks, constants, ...bodies].filter((part) => part !== '').join('\n')
  for (const part of [constants, ...bodies]) assertStandalone(part)
  const declarations = planned
    .filter(({ isExported }) => isExported)
    .map(({ name }) => `export declare const ${name}: Check\n`)
  const head = "import type { Check } from './runtime.js'\n\n"
  return [
    { path: 'validators.js', content },
    { path: 'validators.d.ts', content: head + declarations.join('') },
  ]
}

/** Formatting all code at once would need memory that grows with the contract. */
function* chunksOf(texts: readonly string[]): Generator<string> {
  let chunk = ''
  for (const text of texts) {
    if (chunk !== '' && chunk.length + text.length > chunkLength) {
      yield chunk
      chunk = ''
    }
    chunk += text
  }
  if (chunk !== '') yield chunk
}

/** The functions of `src/runtime/checks.ts` that the bodies call, bundled from there. */
async function bundleChecks(bodies: readonly string[]): Promise<string> {
  const exported = Object.keys(await import('../runtime/checks.ts'))
  const used = exported
    .filter((name) => bodies.some((body) => body.includes(`${name}(`)))
    .toSorted()
  if (used.length === 0) return ''
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${used.join(', ')} } from './checks.ts'`,
      resolveDir: runtimeFolder,
      loader: 'ts',
    },
    absWorkingDir: runtimeFolder,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    logLevel: 'silent',
  })
  // Without the name of our file and without the exports: the functions belong to the module.
  return (outputFiles[0]?.text ?? '').replace(/^\/\/ .*\n/, '').replace(/export \{[^}]*\};\n$/, '')
}

/** Names that need a loader, or build code at run time. As the names of properties they do no harm. */
const forbidden: [name: string, use: RegExp][] = [
  ['require', /(?<![.\w$])require\s*\(/],
  ['import', /(?<![.\w$])import\b(?!\s*:)/],
  ['eval', /(?<![.\w$])eval\b(?!\s*:)/],
  ['new Function', /\bnew Function\b/],
  ['process', /(?<![.\w$])process\b(?!\s*:)/],
  ['globalThis', /(?<![.\w$])globalThis\b(?!\s*:)/],
]

/** Strings in any quotes. Generated functions contain no regular expression that could look like one. */
const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g

/** Throws if generated functions import something or build code at run time. Strings in them may contain anything. */
export function assertStandalone(code: string): void {
  const bare = code.replaceAll(texts, '""')
  // Looking for a text is much faster than for a pattern, and most code has none of them.
  const found = forbidden.find(([name, use]) => bare.includes(name) && use.test(bare))
  if (found === undefined) return
  throw new Error(
    `validators.js must stand alone, but it contains ${found[0]}. Remove the cause in src/validators.`,
  )
}
