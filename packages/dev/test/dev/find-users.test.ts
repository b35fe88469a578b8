import { describe, expect, it } from 'vitest'
import { findUsers } from '../../src/watch/follow-saves.ts'
import { findWorkspaces } from '../../src/workspaces.ts'

const workspaces = findWorkspaces()
const usersOf = (...places: string[]) =>
  findUsers(new Set(places), workspaces)
    .map(({ place }) => place)
    .toSorted()

describe('findUsers', () => {
  it('has those who use what changed, and what changed itself', () => {
    expect(usersOf('apps/server')).toEqual(
      expect.arrayContaining(['apps/server', 'packages/proof']),
    )
    expect(usersOf('packages/database')).toEqual(
      expect.arrayContaining(['packages/database', 'apps/server', 'apps/receiver']),
    )
  })

  it('has those who use it by way of others', () => {
    const { manifest } = workspaces.find(({ place }) => place === 'apps/docs') ?? {}
    expect(Object.keys(manifest?.dependencies ?? {})).not.toContain('@partner-platform/codegen')
    expect(usersOf('packages/codegen')).toContain('apps/docs')
  })

  it('has nobody else', () => {
    expect(usersOf('apps/receiver')).not.toContain('apps/server')
    expect(usersOf('apps/server')).not.toContain('apps/receiver')
    expect(usersOf('packages/cli')).not.toContain('apps/receiver')
    expect(usersOf()).toEqual([])
  })
})
