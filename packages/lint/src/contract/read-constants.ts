import { isRecord } from './pointer.ts'
import { documentFiles } from './references.ts'
import { texts } from './rules.ts'
import type { Specs } from './specs.ts'

/** An entry of `x-constants`: its value, and the decisions that it rests on. */
export type Constant = { file: string; name: string; value: unknown; decisions: string[] }

/** The constants of all documents. */
export function readConstants(specs: Specs): Constant[] {
  return documentFiles(specs).flatMap((file) => {
    const document = specs.files.get(file)?.value
    const constants = isRecord(document) ? document['x-constants'] : undefined
    return Object.entries(isRecord(constants) ? constants : {}).flatMap(([name, one]) => {
      if (!isRecord(one)) return []
      const cited = one['x-decision']
      const decisions = typeof cited === 'string' ? [cited] : texts(cited)
      return [{ file, name, value: one.value, decisions }]
    })
  })
}
