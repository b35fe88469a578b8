import { cpus } from 'node:os'
import { type Load, measureLoad } from './measure-load.ts'
import type { Contestant } from './start-contestant.ts'

export type Round = {
  perSecond: number
  /** CPU time of the server for one answer, in microseconds. */
  cpuUs: number
  /** Share of one core that the server used. */
  busy: number
  /** Share of the machine that neither the server nor this client used. */
  others: number
}

/** One server under load. */
export async function measureRound(
  contestant: Contestant,
  request: Buffer,
  load: Load,
): Promise<Round> {
  const before = { server: await contestant.cpuUs(), all: machineCpuUs(), own: process.cpuUsage() }
  const { answers, seconds } = await measureLoad(contestant.origin, request, load)
  const own = process.cpuUsage(before.own)
  const serverUs = (await contestant.cpuUs()) - before.server
  const othersUs = machineCpuUs() - before.all - serverUs - own.user - own.system
  return {
    perSecond: answers / seconds,
    cpuUs: serverUs / answers,
    busy: serverUs / 1e6 / seconds,
    others: Math.max(othersUs / 1e6 / seconds / cpus().length, 0),
  }
}

/** CPU time that everything on this machine has used so far, in microseconds. */
const machineCpuUs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) * 1000
