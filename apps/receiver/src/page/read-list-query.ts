import { type EntryState, entryStates, type ListOptions } from '../inbox/inbox-view.ts'
import { listBounds } from './list-bounds.ts'

const names = ['state', 'search', 'before', 'limit']
const idForm = /^[\w-]{1,64}$/

/** What a query asks the list for, or `undefined` where any of it is unknown, repeated or out of bounds. */
export function readListQuery(query: URLSearchParams): ListOptions | undefined {
  const given = [...query.keys()]
  const isClear =
    new Set(given).size === given.length && given.every((name) => names.includes(name))
  const [state, search, before] = [query.get('state'), query.get('search'), query.get('before')]
  const limit = toLimit(query.get('limit'))
  const isUsable =
    isClear && isState(state) && isSearch(search) && (before === null || idForm.test(before))
  if (!isUsable || limit === undefined) return undefined
  return {
    limit,
    ...(state !== null && { state }),
    ...(search !== null && { search }),
    ...(before !== null && { before }),
  }
}

const isState = (state: string | null): state is EntryState | null =>
  state === null || entryStates.some((known) => known === state)

const isSearch = (search: string | null) =>
  search === null || [...search].length <= listBounds.searchCharacters

function toLimit(text: string | null): number | undefined {
  if (text === null) return listBounds.defaultLimit
  const limit = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= listBounds.mostEntries ? limit : undefined
}
