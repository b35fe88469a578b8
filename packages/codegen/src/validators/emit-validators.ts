import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import type { Contract, GeneratedFile } from '../model.ts'
import { emitShapes } from '../readers/emit-shapes.ts'
import { planShapes } from '../readers/to-shape.ts'
import { compileFunctions, ownCheck } from './compile-functions.ts'
import { emitParsers } from './emit-parsers.ts'
import { emitRuntime } from './emit-runtime.ts'
import { Hoist } from './hoist.ts'
import { type PlannedFunction, planFunctions } from './plan-functions.ts'

/**
 * `validators.js` with its declarations, `shapes.ts`, `parsers.ts` and `runtime.ts`, for schemas in which
 * `checkSchemas` finds no problem. Without readers, there is no `shapes.ts`, and all parsers are strict.
 */
export async function emitValidators(
  contract: Contract,
  {
    hasReaders = true,
    typesModule = './types.ts',
  }: { hasReaders?: boolean; typesModule?: string } = {},
): Promise<GeneratedFile[]> {
  const { functions, sent } = planFunctions(contract)
  const modules = await emitModule(functions)
  const plans = planShapes(contract.schemas)
  const parsers = emitParsers(contract, { hasReaders, typesModule, sent, plans })
  const shapes = hasReaders ? [emitShapes(plans)] : []
  return [...modules, ...shapes, parsers, emitRuntime({ hasReaders })]
}

const runtimeFolder = fileURLToPath(new URL('../runtime', import.meta.url))
const chunkLength = 1_000_000

/** `validators.js`, which imports nothing, and its declarations. Throws if the code would need a loader. */
async function emitModule(planned: readonly PlannedFunction[]): Promise<GeneratedFile[]> {
  const hoist = new Hoist()
  const chunks = chunksOf(compileFunctions(planned, hoist))
  const bodies: string[] = []
  for (let chunk = await chunks.next(); !chunk.done; ) {
    const formatting = transform(chunk.value, { loader: 'js', legalComments: 'none' })
    const [{ code }, next] = await Promise.all([formatting, chunks.next()])
    bodies.push(code)
    chunk = next
  }
  const constants = hoist.render()
  for (const part of [constants, ...bodies]) assertStandalone(part)
  const checks = await bundleChecks(bodies)
  const shared = bodies.some((body) => body.includes('func0')) ? ownCheck : ''
  const content = [checks, shared, constants, ...bodies].filter((part) => part !== '').join('\n')
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
async function* chunksOf(texts: Iterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for (const text of texts) {
    if (chunk !== '' && chunk.length + text.length > chunkLength) {
      yield chunk
      chunk = ''
    }
    chunk += text
    // Lets esbuild, which runs in its own process, format the previous chunk meanwhile.
    await setImmediate()
  }
  if (chunk !== '') yield chunk
}

/** The functions of `src/runtime/checks.ts` that the bodies call or name, bundled from there. */
async function bundleChecks(bodies: readonly string[]): Promise<string> {
  const exported = Object.keys(await import('../runtime/checks.ts'))
  const used = exported
    .filter((name) =>
      bodies.some((body) => body.includes(`${name}(`) || body.includes(`: ${name}`)),
    )
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

/** Strings in any quotes. Generated functions contain no regular expression that could look like one. */
const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`/g

/** Throws if functions load what Ajv leaves to its own run time. Strings in them may contain anything. */
export function assertStandalone(code: string): void {
  // Looking for a text is much faster than for a pattern, and most code has none.
  if (!code.includes('require')) return
  if (!/(?<![.\w$])require\s*\(/.test(code.replaceAll(texts, '""'))) return
  throw new Error('validators.js would need require. Replace the keyword of Ajv that calls it.')
}
