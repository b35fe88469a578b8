import { expect, it } from 'vitest'
import { readCorpus } from '../corpus/read-corpus.ts'
import { isSampled, judgeCorpus } from './judge-corpus.ts'

const corpus = readCorpus()

it('the corpus has at least 80 changes, of both kinds of document, with unique names', () => {
  const names = corpus.map(({ kind, name }) => `${kind} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(80)
  expect(corpus.filter(({ kind }) => kind === 'asyncapi').length).toBeGreaterThan(40)
  const verdicts = new Set(corpus.map(({ verdict }) => verdict))
  expect(verdicts).toEqual(new Set(['major', 'minor', 'patch']))
})

// `test:check` judges all others.
judgeCorpus(corpus.filter(isSampled))
