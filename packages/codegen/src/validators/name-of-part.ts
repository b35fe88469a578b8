import { createHash } from 'node:crypto'

/** The name of the function of a part, by what the part says: it stays when other parts come or go. */
export function nameOfPart(text: string): string {
  return `part_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`
}
