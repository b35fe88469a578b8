import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lint } from '@partner-platform/lint'
import { expect, it, onTestFinished } from 'vitest'
import { copyRepository } from '../../src/copy-repository.ts'
import { planGeneration } from '../../src/watch/plan-generation.ts'
import { findWorkspaces, root as repository } from '../../src/workspaces.ts'
import { commitCopy } from './commit-copy.ts'
import { compareFiles, readWalkThrough } from './read-walk-through.ts'
import { runTests, succeed } from './run.ts'

const edited = [
  ...['openapi', 'asyncapi'].map((name) => `specs/${name}.yaml`),
  'specs/examples/error-response/cases.yaml',
  ...['apps/server/README.md', 'apps/receiver/README.md'],
]
const apps = ['apps/server', 'apps/receiver']
const places = [
  'packages/types',
  'packages/validators',
  'packages/client',
  'packages/proof',
  ...apps,
]
const tests = [
  'apps/server/test/routes',
  'apps/server/test/platform/send-submission-stamped.test.ts',
  'apps/receiver/test/handlers/handle-submission-stamped.test.ts',
]
/** One operation of each kind, and an event, as in the guide. Nothing lists the things of the other operation. */
const operations = readWalkThrough('Add an operation', [
  ['VisaType', 'TestStep'],
  ['visaType', 'testStep'],
  ['visa-type', 'test-step'],
  ['Visa type', 'Test step'],
])
const event = readWalkThrough('Add an event', [
  ['Withdrawn', 'Stamped'],
  ['withdrawn', 'stamped'],
])
const ofShelf = { script: 'new:operation', args: 'getTestShelf' }

it('new:operation and new:event leave open what a person must decide, and nothing else', async () => {
  const { folder: root, remove } = copyRepository()
  onTestFinished(remove)
  const projects = ['packages/client', 'packages/proof', ...apps]
  const config = `export default { test: { projects: ${JSON.stringify(projects)} } }`
  writeFileSync(join(root, 'vitest.config.ts'), config)
  const clone = commitCopy(root)
  const before = new Map(edited.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const ofOperations = await scaffold(root, operations.commands)
  expect(compareFiles(ofOperations, operations.files)).toEqual({ notListed: [], notChanged: [] })
  const others = await scaffold(root, [ofShelf])
  const ofEvent = await scaffold(root, event.commands)
  expect(compareFiles(ofEvent, event.files)).toEqual({ notListed: [], notChanged: [] })
  const written = [...new Set([...ofOperations, ...others, ...ofEvent])]
  expect(clone.changed().toSorted()).toEqual(written.toSorted())
  for (const [file, text] of before)
    expect(isAddedTo(text, readFileSync(join(root, file), 'utf8')), file).toBe(true)
  const generation = await planGeneration(findWorkspaces(root))
  generation.write()
  await compile(root)
  // That rule makes it read the whole repository; the compiler refuses imports without an extension.
  const files = written.filter(isFormatted).join(' ')
  await succeed(`biome check --skip=correctness/useImportExtensions ${files}`, root)

  const problems = await findProblems(root)
  // Tags are in the order of their names, of which the contract may have more.
  const places = problems.map(({ file, pointer, rule }) => `${file}${pointer} ${rule}`)
  expect(places.map((place) => place.replace(/(?<=\/tags\/)\d+/, '*'))).toEqual(undecided)
  const open = problems.filter(({ rule }) => rule === 'todos/open')
  expect(open.map(({ fix }) => fix).filter((fix) => !fix.startsWith('Say '))).toEqual([])
  // Of these alone: all others pass below, where nothing else has changed.
  const stubbed = await runTests(
    [...tests, "-t 'has its own|changes a|sends the event|does its work'"],
    root,
  )
  const isSkipped = (line: string) => line.endsWith(': ')
  const failing = stubbed.failed.filter((line) => !isSkipped(line))
  // Vitest may run the files in any order.
  expect(failing).toHaveLength(5)
  for (const stub of [noData, noShelves, noAction, noChange, noWork])
    expect(failing).toContainEqual(expect.stringContaining(stub))

  for (const { file } of open) {
    const from = /"TODO: [^"]*"|TODO: .*/
    edit(root, { file: `specs/${file}`, from, to: 'It is decided.' })
  }
  for (const stub of stubs) edit(root, stub)
  for (const { file, edit } of [...operations.edits, ...event.edits])
    writeFileSync(join(root, file), edit(readFileSync(join(root, file), 'utf8')))
  expect(await findProblems(root)).toEqual([])
  // All that is derived from the operations: calls of the client, requests to the server, and their own.
  const ofAll = ['packages/client/test/contract', 'packages/proof/test/server', ...tests]
  const own = [1, 2, 3, 4, 5].map(recordAfter).join('|')
  const name = `-t 'answered with|document generates|${own}'`
  const { passed, failed } = await runTests([...ofAll, name], root)
  const wrong = failed.filter((line) => !isSkipped(line))
  expect([passed > 700, wrong]).toEqual([true, []])
}, 600_000)

/** Runs root scripts as a person would; returns the files that they say they wrote. */
async function scaffold(root: string, commands: typeof operations.commands): Promise<string[]> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const written: string[] = []
  for (const { script, args } of commands) {
    const { stdout } = await succeed(`${scripts[script]} ${args}`, root)
    const lines = stdout.matchAll(/^(?:new|changed) +(.*)$/gm)
    written.push(...[...lines].map(([, file = '']) => file))
  }
  return [...new Set(written)]
}

/** Compiles the packages that use operations and messages as one program. */
async function compile(root: string): Promise<void> {
  const program = {
    extends: './packages/dev/tsconfig.watch.json',
    include: places.flatMap((place) => [`${place}/src`, `${place}/test`]),
    // Of the page in a browser, which knows neither operations nor messages.
    exclude: ['src/page', 'test/page/static', 'test/check/browser'].map(
      (path) => `apps/receiver/${path}`,
    ),
  }
  writeFileSync(join(root, 'tsconfig.scaffold.json'), JSON.stringify(program))
  await succeed('tsc -p tsconfig.scaffold.json --checkers 1', root)
}

const findProblems = async (root: string) => (await lint(join(root, 'specs'))).problems

/** Whether all characters of a text are in another one, in their order, and more. */
function isAddedTo(text: string, longer: string): boolean {
  let found = 0
  for (const letter of longer) if (letter === text[found]) found += 1
  return found === text.length && longer.length > text.length
}

const isFormatted = (file: string) => !/\/(examples|decisions)\//.test(file)

type Edit = { file: string; from: string | RegExp; to: string }

function edit(root: string, { file, from, to }: Edit): void {
  const before = readFileSync(join(root, file), 'utf8')
  const after = before.replace(from, to)
  expect(after, file).not.toBe(before)
  writeFileSync(join(root, file), after)
}

const noData = 'Replace the example in apps/server/src/routes/test-steps.ts with real test steps'
const noShelves = 'Replace the example in apps/server/src/routes/test-shelves.ts with real'
const noAction = 'Write it in src/routes/close-test-step.ts'
const noChange = 'Write it in src/platform/send-submission-stamped.ts'
const noWork = 'Write it in src/handlers/handle-submission-stamped.ts'

const records = readdirSync(join(repository, 'specs/decisions')).map((name) =>
  Number(name.slice(2, 5)),
)
const recordAfter = (step: number) => `D-${String(Math.max(...records) + step).padStart(3, '0')}`

const path = 'openapi.yaml#/paths/~1api~1v1~1platform~1test-steps'
const shelf = 'openapi.yaml#/paths/~1api~1v1~1platform~1test-shelves~1{uuid}'
const decided = (count: number, record: string) =>
  Array<string>(count).fill(`decisions/${record}.md#`)
const undecided = [
  'asyncapi.yaml#/operations/sendSubmissionStamped/description',
  'asyncapi.yaml#/components/messages/submissionStamped/summary',
  // The decision on the path is also that on creating one there.
  ...decided(4, `${recordAfter(1)}-list-test-steps`),
  ...decided(3, `${recordAfter(2)}-get-test-step`),
  ...decided(3, `${recordAfter(3)}-close-test-step`),
  ...decided(3, `${recordAfter(4)}-get-test-shelf`),
  ...decided(3, `${recordAfter(5)}-submission-stamped`),
  'openapi.yaml#/tags/*/description',
  'openapi.yaml#/tags/*/description',
  `${path}/get/description`,
  `${path}/get/parameters/0/description`,
  `${path}/post/description`,
  `${path}~1{uuid}/get/description`,
  `${path}~1{uuid}/get/parameters/0/description`,
  `${path}~1{uuid}~1close/post/description`,
  `${path}~1{uuid}~1close/post/parameters/0/description`,
  `${shelf}/get/description`,
  `${shelf}/get/parameters/0/description`,
  'schemas/new-test-step.yaml#/description',
  'schemas/test-shelf.yaml#/description',
  'schemas/test-step-country.yaml#/description',
  'schemas/test-step.yaml#/description',
].map((place) => `${place} todos/open`)

/** What a person might make of the stubs that the guide does not show. */
const stubs = [
  {
    file: 'apps/server/src/routes/test-shelves.ts',
    from: /uuid: '.*', name: '.*'/,
    to: "uuid: '5d0c3f7e-2b1a-4c8e-8f60-1a2b3c4d5e6f', name: 'Entry'",
  },
  {
    file: 'specs/openapi.yaml',
    from: /(?<=test-shelves\/[\s\S]*?example: )\S+/,
    to: '5d0c3f7e-2b1a-4c8e-8f60-1a2b3c4d5e6f',
  },
]
