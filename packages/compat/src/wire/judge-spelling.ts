import { type Judge, patch } from './judgement.ts'

/** The same header or parameter, spelt in another way: its name in another case, a default written out. */
export const judgeSpelling: Judge = (
  { typeName, property, base, revision },
  { keys, from, to },
) => {
  const [before, after] = [base?.value, revision?.value]
  if (property === 'key' && typeName === 'Header') {
    const isSame = String(before).toLowerCase() === String(after).toLowerCase()
    return isSame ? patch('text-changed', 'names of headers have no case') : undefined
  }
  if (property !== 'style' && property !== 'explode') return undefined
  const [old, fresh] = [from, to].map((document) => {
    const part = (document.at(keys)?.value ?? {}) as {
      in?: string
      style?: string
      explode?: boolean
    }
    const style = part.style ?? (part.in === 'query' || part.in === 'cookie' ? 'form' : 'simple')
    return property === 'style' ? style : (part.explode ?? style === 'form')
  })
  return old === fresh ? patch('text-changed', `\`${property}\` is written out`) : undefined
}
