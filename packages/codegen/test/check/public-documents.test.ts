import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runCli } from '../../src/cli.ts'
import { checkTypesIn } from '../check-types.ts'
import { writeDocuments } from '../write-documents.ts'
import { documents } from './public-documents/documents.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const tellPeak = `data:text/javascript,process.on('exit', () => console.log(process.resourceUsage().maxRSS))`

/** Generates in a separate process. Returns the most memory that it used, in bytes. */
async function measurePeak(args: readonly string[]): Promise<number> {
  const options = ['--import', tellPeak, main, ...args]
  const { stdout } = await promisify(execFile)(process.execPath, options)
  return Number(stdout.trim().split('\n').at(-1)) * 1024
}

test('public documents give every file, and all files compile; the largest, of 13 MB, needs less than 1 GiB', async () => {
  const folder = writeDocuments({})
  const [largest = [], ...others] = documents.map(({ kind, path }, index) => {
    return ['generate', `--${kind}`, path, '--out', join(folder, String(index))]
  })
  const measuring = measurePeak(largest)
  const said: string[] = []
  const say = (text: string) => said.push(text)
  for (const args of others)
    expect(await runCli(args, { stdout: say, stderr: say }), said.join('')).toBe(0)
  expect(await measuring).toBeLessThan(2 ** 30)
  for (const index of documents.keys())
    expect(readdirSync(join(folder, String(index))).toSorted(), documents[index]?.title).toEqual([
      ...['constants.ts', 'guards.ts', 'index.ts', 'openapi.ts', 'parsers.ts', 'runtime.ts'],
      ...['shapes.ts', 'types.ts', 'validators.d.ts', 'validators.js'],
    ])
  expect(await checkTypesIn(folder)).toEqual([])
}, 300_000)
