import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { documents } from '../../src/documents.ts'
import type { Json } from '../../src/reference/bundle-node.ts'

/** Every document of the site, as its pages are made of it. */
export const readBundles = (): { id: string; bundle: Json }[] =>
  documents.map(({ id }) => ({
    id,
    bundle: JSON.parse(readFileSync(join(inject('site'), `${id}.json`), 'utf8')),
  }))
