import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compile } from '@partner-platform/harness'
import type { Say } from './judges.ts'
import type { Sample } from './sample-values.ts'

const packageFolder = join(import.meta.dirname, '../..')
const typesFolder = dirname(new URL(import.meta.resolve('@partner-platform/types')).pathname)

/** Turns the text of the generated types into that of wrong ones. */
export type TypesChange = (text: string) => string

/**
 * What TypeScript says of each value, written as a literal of the type of its schema, once by the
 * generated types and once by each changed form of them. One compilation for all of it.
 */
export async function compileLiterals(
  samples: readonly Sample[],
  changes: readonly TypesChange[],
): Promise<{ say: Say; changed: Say[] }> {
  mkdirSync(join(packageFolder, 'reports'), { recursive: true })
  const folder = mkdtempSync(join(packageFolder, 'reports/literals-'))
  try {
    const all = [(text: string) => text, ...changes]
    all.forEach((change, index) => {
      writeValues(join(folder, `${index}`), samples, change)
    })
    const base = join(packageFolder, 'tsconfig.json')
    const config = { extends: base, include: ['*/values.ts'], exclude: [] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const output = await compile(folder)
    const [say, ...changed] = all.map((_, index) => toSay(samples, output, `${index}`))
    return { say: say as Say, changed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeValues(folder: string, samples: readonly Sample[], change: TypesChange): void {
  cpSync(typesFolder, join(folder, 'types'), { recursive: true })
  const file = join(folder, 'types/generated/openapi.ts')
  writeFileSync(file, change(readFileSync(file, 'utf8')))
  const lines = samples.map(
    ({ schema, value }, index) => `export const v${index}: t.${schema} = ${toLiteral(value)}`,
  )
  const text = ["import type * as t from './types/index.ts'", ...lines].join('\n')
  writeFileSync(join(folder, 'values.ts'), text)
}

/** A value on one line: TypeScript counts two more characters as ends of lines than JSON does. */
const toLiteral = (value: unknown) =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Reads which lines have errors; one that is not about a value is a failure of the compilation. */
function toSay(samples: readonly Sample[], output: string, folder: string): Say {
  const rejected = new Map<unknown, string[]>()
  for (const line of output.split('\n').filter((one) => /^\S/.test(one))) {
    const [, place, row, code] = /^(\d+)\/values\.ts\((\d+),\d+\): error (TS\d+)/.exec(line) ?? []
    const sample = samples[Number(row) - 2]
    if (place === undefined || !sample) throw new Error(`The compilation failed: ${line}`)
    if (place !== folder) continue
    rejected.set(sample, [...(rejected.get(sample) ?? []), code ?? ''])
  }
  return (sample) => rejected.get(sample) ?? []
}
