import type { SpecDocument, SpecNode } from '../document/spec-document.ts'

export interface Server {
  url: string
  variables: { [name: string]: { default?: unknown; enum?: unknown[] } | undefined }
}

/** The servers that a list names; without one it is the one that gives the document. */
export function serversOf(list: SpecNode | undefined, document: SpecDocument): Server[] {
  const values = Array.isArray(list?.value) ? list.value : []
  const servers = values.map((_, index) => {
    const server = list && document.child(list, String(index))
    const { url, variables } = (server?.value ?? {}) as Partial<Server>
    return { url: String(url), variables: variables ?? {} }
  })
  return servers.length > 0 ? servers : [{ url: '/', variables: {} }]
}

/** Whether whoever calls the old server reaches the same by the new one. */
export function keeps(fresh: Server, old: Server): boolean {
  const names = new Set([...Object.keys(fresh.variables), ...Object.keys(old.variables)])
  return (
    fresh.url === old.url &&
    [...names].every((name) => {
      const [one, other] = [fresh.variables[name], old.variables[name]]
      const isEveryKept = (other?.enum ?? []).every((value) => one?.enum?.includes(value) ?? true)
      const isClosed = one?.enum !== undefined && other?.enum === undefined
      return one?.default === other?.default && isEveryKept && !isClosed
    })
  )
}
