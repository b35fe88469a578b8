const tag = /(?:W\/)?("[!#-~\x80-\xff]*")/g

/**
 * Whether an `If-None-Match` value matches an entity tag by weak comparison; `*` matches any. Ignores
 * invalid parts.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEntityTag(value: string, entityTag: string): boolean {
  if (value.trim() === '*') return true
  const wanted = entityTag.replace(/^W\//, '')
  return [...value.matchAll(tag)].some(([, opaque]) => opaque === wanted)
}
