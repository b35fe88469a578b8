import { describe, expect, it } from 'vitest'
import { makeEdits } from './broken-copy.ts'
import { contradictions } from './contradiction-rows.ts'
import { checks } from './lint/lint.ts'

describe('a contract that departs from the source or from a decision', () => {
  it.each(contradictions)('%s', async (_, edit, rule, file = edit.file) => {
    const specs = makeEdits([edit])
    const found: string[] = []
    for (const check of Object.values(checks)) {
      found.push(...(await check(specs)).map((one) => `${one.rule} ${one.file}`))
      if (found.includes(`${rule} ${file}`)) break
    }
    expect(found).toContain(`${rule} ${file}`)
  })

  it('5.2 is told by the statement, by what the node says and by what to write', async () => {
    const edit = { file: 'openapi.yaml', from: 'scheme: bearer', to: 'scheme: basic' }
    const specs = makeEdits([edit])
    const problems = await Promise.all(Object.values(checks).map((check) => check(specs)))
    expect(problems.flat()).toMatchObject([
      {
        pointer: '#/components/securitySchemes/bearerAuth/scheme',
        message:
          '5.2 says: The key travels as a bearer token in Authorization, or in x-api-key. It is scheme: basic.',
        fix: 'Write scheme: bearer. 5.2 of statements.yaml records the source.',
      },
    ])
  })
})
