import { expect, it, vi } from 'vitest'
import { lacksProgram } from './start-snippet.ts'

it('says loudly which program is missing', () => {
  vi.stubEnv('PATH', '/nowhere')
  const said = vi.spyOn(console, 'warn').mockReturnValue()
  const snippet = { slug: 'page', title: 'Python 3', language: 'python', source: '' }
  const isMissing = lacksProgram(snippet)
  vi.unstubAllEnvs()
  expect(isMissing).toBe(true)
  expect(said.mock.calls).toEqual([
    ['NOT TESTED: python3 is missing, so no snippet in Python 3 runs here.'],
  ])
})
