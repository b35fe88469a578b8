import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { operations } from '@partner-platform/types'
import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodies } from './exchange.ts'

const { length: count } = Object.keys(operations)

/**
 * The sizes that the README states: minified and compressed, dependencies included. Each further operation
 * may add 600 bytes.
 */
const limitBytes = (first: number) => first + (count - 1) * 600

let code = ''
let inputs: string[] = []

const bundle = (entry: string) =>
  build({
    stdin: { contents: `export * from '${entry}'`, resolveDir: `${import.meta.dirname}/../src` },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'client',
    target: 'es2022',
    conditions: ['@partner-platform/source'],
  })

beforeAll(async () => {
  const built = await bundle('./index.ts')
  code = built.outputFiles[0]?.text ?? ''
  inputs = Object.keys(built.metafile.inputs)
})

describe('the browser bundle', () => {
  it.each([
    ['./index.ts', limitBytes(14_000)],
    ['./unchecked.ts', limitBytes(10_500)],
  ])('of %s is at most %i bytes after gzip', async (entry, limit) => {
    const { outputFiles } = await bundle(entry)
    const { length } = gzipSync(outputFiles[0]?.contents ?? '')
    expect(length, `${length} bytes`).toBeLessThanOrEqual(limit)
    expect(length).toBeGreaterThan(5000)
  })

  it('contains openapi-fetch and workspace packages, and no built-in of Node', () => {
    const packages = inputs.flatMap(
      (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1] ?? [],
    )
    expect([...new Set(packages)]).toEqual(['openapi-fetch'])
    expect(code).not.toMatch(/\brequire\s*\(|node:|\beval\s*\(|\bnew Function\b/)
  })

  it('works with web standards alone, without code from text', async () => {
    const web = {
      AbortController,
      Blob,
      Headers,
      Request,
      Response,
      TextDecoder,
      URL,
      setTimeout,
      clearTimeout,
    }
    const fetch = async () => Response.json(JSON.parse(bodies[200]))
    const sandbox = { ...web, fetch, result: Promise.resolve<unknown>(undefined) }
    const program = `${code}
      result = client.createClient({ baseUrl: 'https://api.example', apiKey: 'k' }).listCountries()`
    runInNewContext(program, sandbox, { contextCodeGeneration: { strings: false, wasm: false } })
    expect(await sandbox.result).toMatchObject({ status: 200, ok: true })
  })
})
