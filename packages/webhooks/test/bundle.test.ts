import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as source from '../src/index.ts'

const bundle = (entry: string, names = '*') =>
  build({
    stdin: {
      contents: `export ${names} from '${entry}'`,
      resolveDir: join(import.meta.dirname, '../src'),
    },
    absWorkingDir: join(import.meta.dirname, '..'),
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@partner-platform/source'],
    logLevel: 'silent',
  })

describe('a browser bundle of the main entry', () => {
  it('takes in this package and the generated ones, and nothing of Node', async () => {
    const { metafile, outputFiles } = await bundle('./index.ts')
    const inputs = Object.keys(metafile.inputs).filter((path) => path !== '<stdin>')
    const isOurs = (path: string) => /^(src|\.\.\/(types|validators)\/src)\//.test(path)
    expect(inputs.filter((path) => !isOurs(path))).toEqual([])
    expect(inputs.filter(isOurs).length).toBeGreaterThan(20)
    expect(Object.values(metafile.outputs).flatMap((output) => output.imports)).toEqual([])
    // The bundle asks the runtime for `node:crypto`, and works without it.
    const asks = /[\w.]+\?\.getBuiltinModule\?\.\("node:crypto"\)/
    const code = outputFiles[0]?.text ?? ''
    expect(code).toMatch(asks)
    expect(code.replace(asks, '')).not.toMatch(
      /\brequire\(|\bnode:|\bprocess\.|\bBuffer\b|\beval\(|new Function/,
    )
  })

  it('signs, verifies and exports what the source exports', async () => {
    const { outputFiles } = await bundle('./index.ts')
    const code = Buffer.from(outputFiles[0]?.text ?? '').toString('base64')
    const built: typeof source = await import(`data:text/javascript;base64,${code}`)
    expect(Object.keys(built).sort()).toEqual(Object.keys(source).sort())
    const secret = built.createSecret()
    const signature = await built.signPayload({ body: 'x', secret })
    const verified = await source.verifySignature({ body: 'x', signature, secrets: [secret] })
    expect(verified).toEqual({ ok: true })
  })

  it.each([
    ['everything', '*', 48_000],
    ['what verifies alone', '{ verifySignature }', 6_000],
  ])('stays small: %s', async (_, names, limitBytes) => {
    const { outputFiles } = await bundle('./index.ts', names)
    const code = outputFiles[0]?.contents ?? new Uint8Array()
    expect(code.length).toBeLessThan(limitBytes)
  })

  it('fails for a built-in of Node, so that the test above can fail', async () => {
    await expect(bundle('node:http')).rejects.toThrow(/node:http/)
  })
})
