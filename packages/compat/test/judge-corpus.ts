import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeBase, makeSides } from '../corpus/make-sides.ts'
import type { Mutation } from '../corpus/read-corpus.ts'
import { compareSides } from '../src/compare.ts'
import { openSide, type Side } from '../src/sides/open-side.ts'
import { useFolders } from './set-up.ts'

/** Whether `test` judges a row: one in six with small documents, one in twenty-four of the others. */
export const isSampled = ({ kind }: Mutation, index: number) =>
  index % (kind.startsWith('small-') ? 6 : 24) === 0

/** One test for each row: the level of the change, and whom it hits. */
export function judgeCorpus(rows: readonly Mutation[]): void {
  const folder = useFolders()()
  const base = makeBase(folder)
  const options = { cwd: folder, specs: 'specs' }
  /** The side that most changes have in common is opened once. */
  const opened = new Map<string, Side>()

  it.each(rows.map((mutation, index) => ({ ...mutation, index })))(
    'the corpus: $kind: $name is $verdict: $reason',
    async ({ index, ...mutation }) => {
      // One folder for all changes of a kind, so that each file in it is parsed once. The small ones differ on
      // both sides.
      const place = mutation.kind.startsWith('small-') ? String(index) : mutation.kind
      const { from, to } = makeSides(mutation, { base, folder: join(folder, place) })
      const old = opened.get(from) ?? openSide(from, options)
      opened.set(from, old)
      const fresh = openSide(to, options)
      const { level, findings } = await compareSides(old, fresh)
      const told = findings.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)
      expect({ level, told }).toEqual({ level: mutation.verdict, told })
      const met = findings.flatMap((one) => (one.level === level ? one.hits : []))
      expect([...new Set(met)].sort()).toEqual([...mutation.hits].sort())
      // Each finding says what it is about, and where that is written.
      const vague = findings.filter(({ message, source }) => {
        return source?.line === undefined || /(the|of|server) `\d+`|^it |^a form/.test(message)
      })
      expect(vague).toEqual([])
    },
  )
}
