import { describe, expect, it } from 'vitest'
import { findAsyncApiProblems } from '../src/asyncapi/find-asyncapi-problems.ts'
import { breakIt, brokenDocuments, soundDocument, toReader } from './rows/asyncapi.ts'

const check = (texts: Record<string, string>) =>
  findAsyncApiProblems('asyncapi.yaml', toReader(texts))

describe('the check of AsyncAPI', () => {
  it('finds nothing in a sound document, whose schema refers to itself', () => {
    expect(check(soundDocument())).toEqual([])
  })

  it.each(brokenDocuments)('finds %s', (_, edits, want) => {
    const found = check(breakIt(...edits))
    const places = found.map(({ rule, file, path }) => `${rule} ${file}#/${path.join('/')}`)
    expect(places).toContain(want)
    for (const { message, fix } of found) expect(message + fix).toMatch(/[.?]$/)
  })

  it('suggests the word that may be meant', () => {
    const [problem] = check(
      breakIt({ file: 'asyncapi.yaml', from: 'action: send', to: 'action: sent' }),
    )
    expect(problem?.fix).toBe('Did you mean send?')
  })

  it.each(['', '- a', 'asyncapi: 3.0.0\nchannels: 1', 'null'])('judges %j', (text) => {
    expect(check({ 'asyncapi.yaml': text })).not.toEqual([])
  })
})
