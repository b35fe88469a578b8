import { fileURLToPath } from 'node:url'
import { build, transform } from 'esbuild'
import type { GeneratedFile } from '../generated-file.ts'
import { assertStandalone } from './assert-standalone.ts'
import { compileFunctions } from './compile-functions.ts'
import type { PlannedFunction } from './planned-function.ts'

const checksFolder = fileURLToPath(new URL('../runtime/checks', import.meta.url))
const chunkLength = 1_000_000

/** `validators.js`, which imports nothing, and its declarations. Throws where the text would need a loader or `eval`. */
export async function emitModule(planned: readonly PlannedFunction[]): Promise<GeneratedFile[]> {
  const { functions, constants } = compileFunctions(planned)
  const bodies: string[] = []
  for (const chunk of chunksOf(
    functions.map(({ code, isExported }) => (isExported ? `export ${code}` : code)),
  ))
    bodies.push(await format(chunk))
  const checks = await bundleChecks(bodies)
  const content = [checks, constants, ...bodies].filter((part) => part !== '').join('\n')
  for (const part of [constants, ...bodies]) assertStandalone(part)
  return [
    { path: 'validators.js', content },
    {
      path: 'validators.d.ts',
      content: declare(planned.filter(({ isExported }) => isExported).map(({ name }) => name)),
    },
  ]
}

function declare(names: readonly string[]): string {
  return `import type { Check } from './runtime.js'\n\n${names.map((name) => `export declare const ${name}: Check\n`).join('')}`
}

/** Large contracts would need an amount of memory at once that grows with them. */
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

async function format(code: string): Promise<string> {
  const result = await transform(code, { loader: 'js', legalComments: 'none' })
  return result.code
}

/** The functions of `src/runtime/checks` that the bodies call, bundled from there. */
async function bundleChecks(bodies: readonly string[]): Promise<string> {
  const exported = Object.keys(await import('../runtime/checks/index.ts'))
  const used = exported
    .filter((name) => bodies.some((body) => body.includes(`${name}(`)))
    .toSorted()
  if (used.length === 0) return ''
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${used.join(', ')} } from './index.ts'`,
      resolveDir: checksFolder,
      loader: 'ts',
    },
    absWorkingDir: checksFolder,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    logLevel: 'silent',
  })
  return (outputFiles[0]?.text ?? '').replace(/export \{[^}]*\};\n$/, '')
}
