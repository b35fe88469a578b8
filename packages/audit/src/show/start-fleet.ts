import { type Sender, startSender } from '@partner-platform/server/testing'
import type { ShowOptions } from './show-options.ts'

export type Member = Sender & { role: 'api' | 'worker' }

export type Fleet = {
  members: Member[]
  /** Those of a role that were not killed. */
  living(role: Member['role']): Member[]
  /** Kills one with SIGKILL. */
  kill(member: Member): Promise<void>
  /** Stops all in order; gives how each of the living ended. */
  stop(): Promise<(number | null)[]>
}

type FleetOptions = Pick<ShowOptions, 'apiCount' | 'workerCount' | 'quota' | 'windowSeconds'> & {
  databaseUrl: string
}

const poolSize = 8

/** API and worker processes on one Postgres, started together. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const env = {
    DATABASE_URL: options.databaseUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    SERVER_RATE_LIMIT_QUOTA: String(options.quota),
    SERVER_RATE_LIMIT_WINDOW_SECONDS: String(options.windowSeconds),
  }
  const start = async (role: Member['role']): Promise<Member> => ({
    ...(await startSender({ env: { ...env, SERVER_ROLE: role } })),
    role,
  })
  const roles = [
    ...Array.from({ length: options.apiCount }, () => 'api' as const),
    ...Array.from({ length: options.workerCount }, () => 'worker' as const),
  ]
  const members = await Promise.all(roles.map(start))
  const killed = new Set<Member>()
  const living = (role: Member['role']) =>
    members.filter((member) => member.role === role && !killed.has(member))
  return {
    members,
    living,
    async kill(member) {
      killed.add(member)
      await member.kill()
    },
    stop: () =>
      Promise.all(
        [...living('api'), ...living('worker')].map(async (member) => (await member.stop()).code),
      ),
  }
}

/** How many attempts a worker says that it is making. */
export async function countInFlight(member: Member): Promise<number> {
  const metrics = await member.metrics()
  return Number(/^partner_platform_delivery_attempts_in_flight (\d+)$/m.exec(metrics)?.[1] ?? 0)
}
