import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Level, Party } from '../src/finding.ts'

/** An operation of JSON Patch (RFC 6902) with the file it changes; `rename` gives the file another `path`. */
export interface Edit {
  file: string
  op: 'add' | 'copy' | 'move' | 'remove' | 'rename' | 'replace'
  path: string
  from?: string
  value?: unknown
}

/** One change of the contract, and what is right to say of it. */
export interface Mutation {
  kind: (typeof kinds)[number]
  name: string
  /** Edits for both sides, if the change needs a part that the document lacks. */
  given?: Edit[]
  edit: Edit[]
  verdict: Level
  hits: Party[]
  reason: string
}

export const kinds = ['openapi', 'asyncapi', 'webhooks', 'small-openapi', 'small-asyncapi'] as const

/** A row as written: `request` or `answer` is short for the edits that replace that schema on each side. */
type Row = Omit<Mutation, 'kind'> & { request?: unknown[]; answer?: unknown[] }

export function readCorpus(): Mutation[] {
  return kinds.flatMap((kind) => {
    const text = readFileSync(join(import.meta.dirname, `${kind}.yaml`), 'utf8')
    return (parse(text) as Row[]).map(({ request, answer, ...row }) => {
      const path = `/components/schemas/${request ? 'Request' : 'Answer'}`
      const [given, edit] = (request ?? answer ?? []).map((value): Edit[] => [
        { file: 'openapi.json', op: 'replace', path, value },
      ])
      return { kind, ...row, ...(given && edit && { given, edit }) }
    })
  })
}
