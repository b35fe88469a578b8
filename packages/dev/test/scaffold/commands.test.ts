import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { newEvent } from '../../src/new-event.ts'
import { newOperation } from '../../src/new-operation.ts'
import { runScaffold } from '../../src/scaffold/run-scaffold.ts'
import { root } from '../../src/workspaces.ts'

const commands = { 'new-operation.ts': newOperation, 'new-event.ts': newEvent }

function runMain(words: string) {
  const [main = '', ...args] = words.split(' ')
  const [out, errors]: [string[], string[]] = [[], []]
  const code = runScaffold(commands[main as keyof typeof commands], args, {
    say: (line) => out.push(line),
    sayError: (line) => errors.push(line),
  })
  return { code, stdout: out.join('\n'), stderr: errors.join('\n') }
}

const status = () =>
  execFileSync('git', ['status', '--short', 'specs'], { cwd: root, encoding: 'utf8' })

describe('new:operation and new:event', () => {
  it.each(['new-operation.ts', 'new-event.ts'])('%s --help says how to use it', (main) => {
    const { code, stdout } = runMain(`${main} --help`)
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: npx pnpm@12 new:/)])
  })

  it.each([
    ['new-operation.ts', /Pass one name, then options/],
    ['new-operation.ts listA listB', /Pass one name, then options/],
    [
      'new-operation.ts --bogus listTestStamps',
      /'--bogus'\. The options are --kind, .*--dry-run, --help\. Run npx/,
    ],
    ['new-operation.ts listTestStamps --query', /'--query' argument is ambiguous\. The options/],
    ['new-operation.ts listvisa', /Operation listvisa is malformed/],
    ['new-operation.ts listVisaTypes --kind replace', /Unknown kind replace\. Use list, get/],
    ['new-operation.ts getVisaType --path /api/v1/visa-type', /Add a parameter such as \{uuid\}/],
    ['new-operation.ts listVisaTypes --query Country', /Query parameter Country is malformed/],
    ['new-operation.ts getVisaType --query uuid', /The parameter uuid appears twice/],
    ['new-operation.ts listSeries', /plural of series are the same word/],
    ['new-operation.ts deleteTestStamp', /contains the HTTP method delete\. Choose another name/],
    ['new-operation.ts listTestStamps --path=', /Path "" is malformed/],
    ['new-operation.ts listTestStamps --item Visa', /Item Visa is malformed/],
    ['new-operation.ts listTestStamps --path test-stamps', /Path test-stamps is malformed/],
    ['new-operation.ts listTestStamps --path /api/v1/visas/{Id}', /is malformed/],
    ['new-operation.ts listErrors', /The name Error/],
    ['new-operation.ts listHandlers', /The name Handler/],
    ['new-operation.ts listRecords', /The name Record/],
    ['new-operation.ts listTrips --item delete', /The name delete/],
    ['new-operation.ts listTrips --item constructor', /The name constructor/],
    ['new-operation.ts listOrigins', /The name origins/],
    ['new-event.ts', /Pass one name, then options/],
    ['new-event.ts --bogus', /'--bogus'\. The options are --dry-run, --help\. Run npx/],
    ['new-event.ts withdrawn', /event name withdrawn is malformed/],
    ['new-event.ts Submission.Withdrawn', /is malformed/],
  ])('%s ends with 2, and says what is expected', (words, wanted) => {
    // `--dry-run`: an accepted command would write into this repository.
    expect(runMain(`${words} --dry-run`)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(wanted),
    })
  })

  it.each([
    [
      'new-operation.ts listCountries --path /api/v1/platform/other',
      /Operation listCountries already exists/,
    ],
    ['new-operation.ts listPartners', /Operation listPartners already exists/],
    ['new-operation.ts listTestStamps --path /api/v1/platform/countries', /comes from the source/],
    ['new-operation.ts createCountry --path /api/v1/platform/countries', /comes from the source/],
    ['new-operation.ts listTrips --item visa', /specs\/schemas\/visa.yaml already exists/],
    ['new-operation.ts listTrips --item partner', /Schema Partner already exists in operator.yaml/],
    ['new-event.ts submission.updated', /Event submission.updated is already in asyncapi.yaml/],
    ['new-event.ts submission.archived', /uses .*unknown/],
  ])('%s ends with 1, and writes nothing', (words, wanted) => {
    const before = status()
    expect(runMain(words)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(wanted) })
    expect(status()).toBe(before)
  })

  it.each([
    [
      'new-operation.ts listTestStamps --dry-run',
      'specs/openapi.yaml',
      'apps/server/src/routes/list-test-stamps.ts',
    ],
    [
      'new-operation.ts stampTestPage --dry-run',
      'specs/redocly.yaml',
      'specs/schemas/stamp-test-page-response.yaml',
    ],
    [
      'new-event.ts submission.stamped --dry-run',
      'specs/asyncapi.yaml',
      'apps/receiver/src/handlers/handle-submission-stamped.ts',
    ],
  ])('%s says what it would write, and writes nothing', (words, changed, added) => {
    const before = status()
    const { code, stdout } = runMain(words)
    expect([code, stdout.split('\n')]).toEqual([
      0,
      expect.arrayContaining([`changed ${changed}`, `new     ${added}`]),
    ])
    expect(status()).toBe(before)
  })
})
