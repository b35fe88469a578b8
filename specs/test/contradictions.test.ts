import { describe, expect, it } from 'vitest'
import { makeEdits } from './broken-copy.ts'
import { contradictions } from './contradictions/all-rows.ts'
import { api } from './contradictions/row.ts'
import { checks } from './lint/lint.ts'

describe('a contract that departs from the source or from a decision', () => {
  it.each(contradictions)('%s', async (_, edit, rule, pointer, file = edit.file) => {
    const specs = makeEdits([edit])
    const places: string[] = []
    for (const check of Object.values(checks)) {
      const problems = await check(specs)
      places.push(...problems.map((one) => `${one.rule} ${one.file}${one.pointer}`))
      if (places.includes(`${rule} ${file}${pointer}`)) break
    }
    expect(places).toContain(`${rule} ${file}${pointer}`)
  })

  it('5.2 is told by the statement, by what the node says and by what to write', async () => {
    const specs = makeEdits([api('scheme: bearer', 'scheme: basic')])
    const problems = await Promise.all(Object.values(checks).map((check) => check(specs)))
    expect(problems.flat()).toMatchObject([
      {
        file: 'openapi.yaml',
        message:
          '5.2 says: The key travels as a bearer token in Authorization, or in x-api-key. It is scheme: basic.',
        fix: expect.stringMatching(
          /^Write scheme: bearer\. Where the rule itself is wrong, correct statements\.yaml:\d+\.$/,
        ),
      },
    ])
  })
})
