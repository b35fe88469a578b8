import { describe, expect, it } from 'vitest'
import { type Edit, makeEdits, needsFolder } from './broken-copy.ts'
import { accessRows } from './contradictions/access-rows.ts'
import { constantRows } from './contradictions/constant-rows.ts'
import { ledgerRows } from './contradictions/ledger-rows.ts'
import { operationRows } from './contradictions/operation-rows.ts'
import { payloadRows } from './contradictions/payload-rows.ts'
import { api } from './contradictions/row.ts'
import { webhookRows } from './contradictions/webhook-rows.ts'
import { checks } from './lint/lint.ts'

const pure = Object.entries(checks).filter(([name]) => !needsFolder.has(name))

async function problemsOf(edit: Edit) {
  const specs = makeEdits([edit])
  return (await Promise.all(pure.map(([, check]) => check(specs)))).flat()
}

describe('a contract that departs from the source or from a decision', () => {
  it.each([
    ...accessRows,
    ...operationRows,
    ...webhookRows,
    ...payloadRows,
    ...constantRows,
    ...ledgerRows,
  ])('%s', async (_, edit, rule, pointer, file = edit.file) => {
    const problems = await problemsOf(edit)
    const places = problems.map((one) => `${one.rule} ${one.file}${one.pointer}`)
    expect(places).toContain(`${rule} ${file}${pointer}`)
  })

  it('5.2 is told by the statement, by what the node says and by what to write', async () => {
    const problems = await problemsOf(api('scheme: bearer', 'scheme: basic'))
    expect(problems).toMatchObject([
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
