import { mainFile, type Sender, startSender } from '@partner-platform/server/testing'
import { bundleMain } from '@partner-platform/settings/testing'
import type { ShowOptions } from './show-options.ts'

export type Member = Sender & { role: 'api' | 'worker' }

const roles = ['api', 'api', 'worker', 'worker', 'worker'] as const

export async function startFleet(databaseUrl: string, { quota, windowSeconds }: ShowOptions) {
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: '8',
    SERVER_RATE_LIMIT_QUOTA: String(quota),
    SERVER_RATE_LIMIT_WINDOW_SECONDS: String(windowSeconds),
  }
  const file = await bundleMain(mainFile)
  const start = async (role: Member['role']): Promise<Member> => ({
    ...(await startSender({ file, env: { ...env, SERVER_ROLE: role } })),
    role,
  })
  const members = await Promise.all(roles.map(start))
  const killed = new Set<Member>()
  const living = (role: Member['role']) =>
    members.filter((member) => member.role === role && !killed.has(member))
  return {
    members,
    /** The members of a role that were not killed, at least one. */
    living: (role: Member['role']) => living(role) as [Member, ...Member[]],
    async kill(member: Member) {
      killed.add(member)
      await member.kill()
    },
    /** Stops all living members cleanly; resolves with their exit codes. */
    stop: () =>
      Promise.all(
        [...living('api'), ...living('worker')].map(async (member) => (await member.stop()).code),
      ),
  }
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>
