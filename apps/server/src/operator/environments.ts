import { listEnvironments as countEnvironments } from '../platform/environments.ts'
import type { ReadHandler } from './handler.ts'

export const listEnvironments: ReadHandler<'listEnvironments'> = async (_input, context) => {
  const { orm, clock, baseUrls } = context
  const counted = await countEnvironments({ nowMs: clock.wallMs() }, orm)
  const urls = baseUrls()
  const items = counted.map((environment) => ({
    ...environment,
    baseUrl: urls[environment.name] ?? null,
  }))
  return { status: 200, body: { items, next: null } }
}
