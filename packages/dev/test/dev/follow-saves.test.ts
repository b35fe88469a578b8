import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@partner-platform/harness'
import { expect, it } from 'vitest'
import { type FollowOptions, findUsers, followSaves } from '../../src/watch/follow-saves.ts'
import type { Prepared } from '../../src/watch/platform/start-live-platform.ts'
import { findWorkspaces, type Workspace } from '../../src/workspaces.ts'

const server = { place: 'apps/server', folder: '/apps/server', manifest: {} } as Workspace

/** Saves that are followed with a contract, apps and pages that the test decides. */
function openDesk(workspaces = [server]) {
  const state = {
    problems: [] as string[],
    exitOutput: undefined as string | undefined,
    fails: false,
    meanwhile: () => {},
  }
  const log: string[] = []
  const prepare = async (names: readonly string[]): Promise<Prepared> => {
    state.meanwhile()
    if (state.fails) throw new Error('EADDRINUSE')
    return {
      exitOutput: () => state.exitOutput,
      replace: () => log.push(`replace ${names.join()}`),
      discard: () => log.push('discard'),
    }
  }
  const options: FollowOptions = {
    reader: { read: async () => ({ problems: state.problems }), bundle: async () => ({}) },
    platform: { prepare },
    docs: { render: () => () => log.push('show'), tell: () => {} },
    workspaces,
    followed: [],
  }
  return { state, log, ...followSaves(options) }
}

it('repeats what is wrong with the contract until that is mended, whatever else is saved', async () => {
  const { state, follow, log } = openDesk()
  state.problems = ['specs/openapi.yaml:1 is wrong']
  const setback = { isGreen: false, title: 'The contract has a problem', entries: state.problems }
  expect(await follow(['specs/openapi.yaml'])).toMatchObject(setback)
  expect(await follow(['apps/server/src/main.ts'])).toMatchObject(setback)
  expect(log).toEqual([])
  state.problems = []
  expect(await follow(['specs/openapi.yaml'])).toMatchObject({ isGreen: true })
  expect(log).toEqual(['replace ', 'show'])
})

it.each<[string, Partial<ReturnType<typeof openDesk>['state']>, string[]]>([
  ['An app failed to start', { fails: true }, []],
  ['An app exited after it started', { exitOutput: 'exit code 3' }, ['discard']],
])('keeps the last good version: %s', async (title, change, done) => {
  const { state, follow, log } = openDesk()
  Object.assign(state, change)
  expect(await follow(['specs/'])).toMatchObject({ isGreen: false, title, isOver: false })
  expect(log).toEqual(done)
  Object.assign(state, { fails: false, exitOutput: undefined })
  expect(await follow(['apps/server/src/main.ts'])).toMatchObject({ isGreen: true })
  expect(log).toEqual([...done, 'replace ', 'show'])
})

it('restarts an app that exited with the next valid save, and is not green before', async () => {
  const { state, follow, noteExit, log } = openDesk()
  await follow(['specs/'])
  const exit = { isGreen: false, isOver: true, entries: ['exit code 3'] }
  expect(noteExit('receiver', 'exit code 3')).toMatchObject(exit)
  state.problems = ['wrong']
  expect(await follow(['specs/openapi.yaml'])).toMatchObject({ entries: ['wrong'] })
  state.problems = []
  expect(await follow(['specs/openapi.yaml'])).toMatchObject({ isGreen: true })
  expect(log.at(-2)).toBe('replace receiver')
})

it.each([
  ['specs/examples/country/valid/peru.json', true],
  ['specs/asyncapi.yaml', true],
  ['specs/schemas/country.yaml', false],
])('runs generators other than codegen after a save of %s: %s', async (path, runs) => {
  const folder = temporaryFolder()
  const name = 'fixtures'
  const manifest = { name, scripts: { generate: 'echo generated > made.txt' } }
  const { follow } = openDesk([{ name, place: 'packages/fixtures', folder, manifest }])
  expect(await follow([path])).toMatchObject({ isGreen: true })
  expect(existsSync(join(folder, 'made.txt'))).toBe(runs)
})

it('is not green if an app exits while a save is followed', async () => {
  const { state, follow, noteExit } = openDesk()
  state.meanwhile = () => void noteExit('server', 'exit code 3')
  const title = 'An app exited. Save a valid change to restart it'
  expect(await follow(['specs/'])).toMatchObject({ isGreen: false, title })
})

it('finds those who use what changed, directly or not, and nobody else', () => {
  const workspaces = findWorkspaces()
  const usersOf = (...places: string[]) =>
    findUsers(new Set(places), workspaces).map(({ place }) => place)
  expect(usersOf('apps/server')).toEqual(expect.arrayContaining(['apps/server', 'packages/proof']))
  expect(usersOf('packages/database')).toEqual(
    expect.arrayContaining(['packages/database', 'apps/server', 'apps/receiver']),
  )
  const docs = workspaces.find(({ place }) => place === 'apps/docs')
  expect(Object.keys(docs?.manifest.dependencies ?? {})).not.toContain('@partner-platform/codegen')
  expect(usersOf('packages/codegen')).toContain('apps/docs')
  expect(usersOf('apps/server')).not.toContain('apps/receiver')
  expect(usersOf('packages/cli')).not.toContain('apps/receiver')
  expect(usersOf()).toEqual([])
})
