import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bundleMain, runProcess } from '../src/testing/index.ts'

const file = join(import.meta.dirname, 'place-app.ts')

describe('bundleMain', () => {
  it('returns a file that runs like its source, with the same import.meta', async () => {
    const [path, same] = await Promise.all([bundleMain(file), bundleMain(file)])
    expect(same).toBe(path)
    expect(path).not.toBe(file)
    const run = runProcess({ file: path })
    expect(await run.ended).toEqual({ code: 0, signal: null })
    expect(run.output).toBe(`${pathToFileURL(file).href} ${dirname(file)}\n`)
  })

  it('rejects for a missing source', async () => {
    await expect(bundleMain(join(import.meta.dirname, 'missing-app.ts'))).rejects.toThrow(
      'missing-app.ts',
    )
  })
})
