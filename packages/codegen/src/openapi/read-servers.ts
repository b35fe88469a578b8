import { toCamelCase } from '../bundle/names.ts'
import { isObject } from '../bundle/node.ts'
import type { Contract } from '../model.ts'

/** The servers of a document, named by `x-name`, else by their description, else by number. */
export function readServers(source: unknown): Contract['servers'] {
  const servers = (Array.isArray(source) ? source : []).filter(isObject)
  const taken = new Set<string>()
  return servers.flatMap((server, index) => {
    if (typeof server.url !== 'string') return []
    const description = typeof server.description === 'string' ? server.description : null
    let name = nameOf(server['x-name'], description) ?? `server${index + 1}`
    if (taken.has(name)) name = `server${index + 1}`
    taken.add(name)
    return [{ name, url: server.url, description }]
  })
}

function nameOf(stated: unknown, description: string | null): string | undefined {
  if (typeof stated === 'string') return stated
  return description !== null && /^[\p{L}\p{N} ]{1,30}$/u.test(description)
    ? toCamelCase(description)
    : undefined
}
