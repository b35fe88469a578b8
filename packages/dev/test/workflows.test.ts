import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { findOnDemand, root } from '../src/workspaces.ts'

interface Step {
  run?: string
  uses?: string
  with?: Record<string, unknown>
}

const files = globSync('.github/workflows/*.yml', { cwd: root }).toSorted()
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const ofPnpm = ['install', 'exec', 'changeset']

it.each(files)('%s runs what is there, with no more rights than it names', (file) => {
  const workflow = parse(readFileSync(join(root, file), 'utf8'))
  expect(workflow.permissions).toBeTypeOf('object')
  const steps = Object.values(workflow.jobs as Record<string, { steps: Step[] }>).flatMap(
    (job) => job.steps,
  )
  const lines = steps.flatMap((step) => [step.run, ...Object.values(step.with ?? {})].map(String))
  for (const [, command = ''] of lines.join('\n').matchAll(/pnpm@12 ([\w:]+)/g))
    expect([command, command in scripts || ofPnpm.includes(command)]).toEqual([command, true])
  for (const { uses = '', with: inputs = {} } of steps) {
    if (!uses.startsWith('./')) continue
    const action = parse(readFileSync(join(root, uses, 'action.yml'), 'utf8'))
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)))
  }
  for (const [path] of lines.join('\n').matchAll(/(?<= |^)\.ci\/\w+/gm))
    expect(existsSync(join(root, path))).toBe(true)
})

const read = (file: string) => readFileSync(join(root, file), 'utf8')

it('comments only if its token may comment', () => {
  const { runs } = parse(read('.github/actions/contract-compat/action.yml'))
  const steps: { if?: string; run: string }[] = runs.steps
  const [comment] = steps.filter(({ run }) => run.includes('gh api'))
  expect(comment?.if).toContain('pull_request.head.repo.full_name == github.repository')
})

it.each([
  ['specs/openapi.yaml', '@partner-platform/contract'],
  ['.changeset/config.json', '@partner-platform/contract'],
  ['packages/README.md', '@partner-platform/maintainers'],
])('%s has the owner %s', (file, owner) => {
  const rules = read('.github/CODEOWNERS').match(/^[*/].*/gm) ?? []
  const rule = rules
    .map((line) => line.split(' '))
    .findLast(([path = '']) => path === '*' || `/${file}`.startsWith(path))
  expect(rule?.[1]).toBe(owner)
})

it('Dependabot reads every lockfile, Dockerfile and compose file', () => {
  const { updates } = parse(read('.github/dependabot.yml'))
  const foldersOf = (ecosystem: string) =>
    (updates as { [key: string]: string | string[] }[])
      .filter((update) => update['package-ecosystem'] === ecosystem)
      .flatMap(({ directory = [], directories = [] }) => [directory, directories].flat())
      .toSorted()
  const dockerfiles = globSync('apps/*/Dockerfile', { cwd: root })
  expect(foldersOf('npm')).toEqual(['/', ...findOnDemand().map((one) => `/${one}`)].toSorted())
  expect(foldersOf('docker')).toEqual(dockerfiles.map((file) => `/${dirname(file)}`).toSorted())
  expect(foldersOf('docker-compose')).toEqual(['/.docker'])
})

it('there is a workflow for each step from a change to a release', () => {
  expect(files.map((file) => file.split('/').at(-1))).toEqual([
    ...['ci.yml', 'compat.yml', 'docs.yml', 'release.yml'],
  ])
})
