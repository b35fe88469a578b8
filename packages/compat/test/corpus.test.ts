import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBase, makeSides } from '../corpus/make-sides.ts'
import { readCorpus } from '../corpus/read-corpus.ts'
import { compareSides, type Tools } from '../src/compare.ts'
import { openSide } from '../src/sides/open-side.ts'
import type { Side } from '../src/sides/side.ts'
import { createRedocly } from '../src/wire/redocly.ts'

const corpus = readCorpus()
const folder = mkdtempSync(join(tmpdir(), 'compat-corpus-'))
const options = { cwd: folder, specs: 'specs' }
let tools: Tools
let base: ReturnType<typeof makeBase>
beforeAll(() => {
  tools = { redocly: createRedocly(), cache: new Map() }
  base = makeBase(folder)
})
afterAll(() => {
  tools.redocly.close()
  rmSync(folder, { recursive: true, force: true })
})

const opened = new Map<string, Side>()

/** The side that most changes have in common is opened once. */
function openBase(path: string): Side {
  const side = opened.get(path) ?? openSide(path, options)
  opened.set(path, side)
  return side
}

describe('the corpus', () => {
  it('holds at least 80 changes, of both kinds of document, each name once', () => {
    const names = corpus.map(({ kind, name }) => `${kind} ${name}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(80)
    expect(corpus.filter(({ kind }) => kind === 'asyncapi').length).toBeGreaterThan(40)
    expect(new Set(corpus.map(({ verdict }) => verdict))).toEqual(
      new Set(['major', 'minor', 'patch']),
    )
  })

  it.each(corpus.map((mutation, index) => ({ ...mutation, index })))(
    '$kind: $name is $verdict: $reason',
    async ({ index, verdict, hits, ...mutation }) => {
      const place = { base, folder: join(folder, String(index)) }
      const { from, to } = makeSides({ ...mutation, verdict, hits }, place)
      const sides = [openBase(from), openSide(to, options)] as const
      const { level, findings } = await compareSides(...sides, tools)
      tools.cache.delete(sides[1].folder)
      const told = findings.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)
      expect({ level, told }).toEqual({ level: verdict, told })
      const met = new Set(findings.filter((one) => one.level === level).flatMap((one) => one.hits))
      expect([...met].sort()).toEqual([...hits].sort())
    },
  )
})
