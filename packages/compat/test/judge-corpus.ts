import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBase, makeSides } from '../corpus/make-sides.ts'
import type { Mutation } from '../corpus/read-corpus.ts'
import { compareSides } from '../src/compare.ts'
import { openSide, type Side } from '../src/sides/open-side.ts'
import type { GeneratedCache } from '../src/types/generated-side.ts'

/** One test for each row: the level of the change, and whom it hits. */
export function judgeCorpus(rows: readonly Mutation[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'compat-corpus-'))
  const options = { cwd: folder, specs: 'specs' }
  const cache: GeneratedCache = new Map()
  const opened = new Map<string, Side>()
  let base: ReturnType<typeof makeBase>
  beforeAll(() => {
    base = makeBase(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The side that most changes have in common is opened once. */
  const openBase = (path: string): Side => {
    const side = opened.get(path) ?? openSide(path, options)
    opened.set(path, side)
    return side
  }

  describe('the corpus', () => {
    it.each(rows.map((mutation, index) => ({ ...mutation, index })))(
      '$kind: $name is $verdict: $reason',
      async ({ index, verdict, hits, ...mutation }) => {
        const place = { base, folder: join(folder, String(index)) }
        const { from, to } = makeSides({ ...mutation, verdict, hits }, place)
        const sides = [openBase(from), openSide(to, options)] as const
        const { level, findings } = await compareSides(...sides, cache)
        cache.delete(sides[1].folder)
        const told = findings.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)
        expect({ level, told }).toEqual({ level: verdict, told })
        const highest = findings.filter((one) => one.level === level)
        const met = new Set(highest.flatMap((one) => one.hits))
        expect([...met].sort()).toEqual([...hits].sort())
      },
    )
  })
}
