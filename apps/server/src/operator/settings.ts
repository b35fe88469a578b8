import * as platform from '../platform/settings.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'

export const getSettings: ReadHandler<'getSettings'> = async (_input, { orm }) => ({
  status: 200,
  body: await platform.getSettings(orm),
})

export const updateSettings: WriteHandler<'updateSettings'> = async ({ body }, context) => {
  const changed = await platform.updateSettings(body, context)
  return changed.ok ? { status: 200, body: changed.settings } : refused(changed)
}
