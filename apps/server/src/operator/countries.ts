import * as platform from '../platform/countries.ts'
import type { ReadHandler, WriteHandler } from './handler.ts'
import { refused } from './refused.ts'

export const listSupportedCountries: ReadHandler<'listSupportedCountries'> = async (
  _input,
  { orm },
) => ({ status: 200, body: { items: await platform.listCountrySupport(orm), next: null } })

export const replaceCountrySupport: WriteHandler<'replaceCountrySupport'> = async (
  { params, body },
  context,
) => {
  const replaced = await platform.replaceCountrySupport({ ...params, ...body }, context)
  return replaced.ok ? { status: 200, body: replaced.support } : refused(replaced)
}
