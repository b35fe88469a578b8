import { join } from 'node:path'
import { escapeKey, keysOf, type SpecNode } from '../document/spec-document.ts'
import { type DocumentKind, type Finding, isBelow } from '../finding.ts'
import type { Side } from '../sides/side.ts'

/** The places that a schema is made of, references followed: `file pointer`, relative to the side. */
export function placesOf(schema: string, side: Side, kind: DocumentKind): Set<string> {
  const places = new Set<string>()
  const document = side.documents[kind]
  const location = side.contract.schemas.find(({ name }) => name === schema)?.location
  if (document === undefined || location === undefined) return places
  const visit = (node: SpecNode) => {
    const place = `${document.nameOf(node.file)} ${node.pointer}`
    if (places.has(place)) return
    places.add(place)
    if (typeof node.value !== 'object' || node.value === null) return
    for (const key of Object.keys(node.value)) {
      const child = document.child(node, key)
      if (child !== undefined) visit(child)
    }
  }
  // Locations name the folder that holds the documents first; sides do not.
  const file = join(side.folder, ...location.file.split('/').slice(1))
  const root = document.in(file, keysOf(location.pointer))
  if (root !== undefined) visit(root)
  return places
}

/** Why values of a schema are refused: the keywords that do it. */
export interface Refusal {
  document: DocumentKind
  places: ReadonlySet<string>
  keywords: ReadonlySet<string>
}

/**
 * Whether a refusal follows from a finding: it lies in the schema, and breaks it; or it is what the sender
 * has to send first, and nothing but that is missed.
 */
export function explains({ document, level, hits, source }: Finding, refusal: Refusal): boolean {
  if (document !== refusal.document || source === null) return false
  const isMissed = [...refusal.keywords].every((keyword) => keyword === 'required')
  if (isBelow(level, 'major') && !(level === 'minor' && hits.includes('sender') && isMissed)) {
    return false
  }
  const keys = keysOf(source.pointer)
  return [...keys.keys(), keys.length].some((end) => {
    const pointer = keys
      .slice(0, end)
      .map((key) => `/${escapeKey(key)}`)
      .join('')
    return refusal.places.has(`${source.file} ${pointer}`)
  })
}
