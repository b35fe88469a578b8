import { describe, expect, it } from 'vitest'
import { drawInBulk } from '../src/random.ts'

describe('drawInBulk', () => {
  const counting = () => {
    const draws: number[] = []
    let next = 0
    const random = (byteCount: number) => {
      draws.push(byteCount)
      return Uint8Array.from({ length: byteCount }, () => next++ % 251)
    }
    return { draws, random }
  }

  it('uses every byte of its source at most once, and draws rarely', () => {
    const { draws, random } = counting()
    const bulk = drawInBulk(random, 100)
    const pieces = Array.from({ length: 12 }, () => [...bulk(16)])
    expect(pieces.every((piece) => piece.length === 16)).toBe(true)
    expect(new Set(pieces.flat()).size).toBe(12 * 16)
    expect(draws).toEqual([100, 100])
  })

  it('passes on requests that are larger than a piece', () => {
    const { draws, random } = counting()
    expect(drawInBulk(random, 100)(101)).toHaveLength(101)
    expect(draws).toEqual([101])
  })
})
