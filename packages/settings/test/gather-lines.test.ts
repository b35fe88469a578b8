import { describe, expect, it } from 'vitest'
import { gatherLines } from '../src/gather-lines.ts'
import { startApp, temporaryFile } from '../src/testing/index.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('gatherLines', () => {
  it('writes the lines of one turn at once, and each turn separately', async () => {
    const pieces: string[] = []
    const sink = gatherLines({ write: (text) => pieces.push(text) })
    sink.write('a\n')
    sink.write('b\n')
    expect(pieces).toEqual([])
    await nextTurn()
    sink.write('c\n')
    await nextTurn()
    await nextTurn()
    expect(pieces).toEqual(['a\nb\n', 'c\n'])
  })

  it('loses nothing if the process exits in the turn of the last line', async () => {
    const source = new URL('../src/gather-lines.ts', import.meta.url).href
    const file = temporaryFile(`import { gatherLines } from '${source}'
      gatherLines(process.stderr).write('the last line')
      process.exit(3)`)
    const { ended } = startApp({ file })
    expect(await ended).toMatchObject({ code: 3, stderr: 'the last line' })
  })
})
