import { type Judge, patch } from './judgement.ts'

/** The same header or parameter, spelt in another way: its name in another case, a default written out. */
export const judgeSpelling: Judge = ({ type, property, holders }, _) => {
  if (property === 'key' && type === 'Header') {
    return patch('text-changed', 'header names are case-insensitive')
  }
  if (property !== 'style' && property !== 'explode') return undefined
  const [old, fresh] = [holders.from, holders.to].map(({ node }) => {
    const part = node.value as {
      in?: string
      style?: string
      explode?: boolean
    }
    const style = part.style ?? (part.in === 'query' || part.in === 'cookie' ? 'form' : 'simple')
    return property === 'style' ? style : (part.explode ?? style === 'form')
  })
  return old === fresh ? patch('text-changed', `\`${property}\` is written out`) : undefined
}
