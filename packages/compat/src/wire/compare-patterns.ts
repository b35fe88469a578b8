import { DFA, JS, NFA } from 'refa'

/** More states than this are not worth the wait: the texts of the patterns are compared then. */
const maxStates = 5_000

/**
 * Whether a pattern matches the same strings as an older one, or those and more. Undefined if it does neither, and
 * where that cannot be decided: lookarounds, boundaries, back references, or too many states.
 */
export function comparePatterns(before: string, after: string): 'same' | 'wider' | undefined {
  try {
    const [old, fresh] = [toLanguage(before), toLanguage(after)]
    if (old === undefined || fresh === undefined) return undefined
    if (old.structurallyEqual(fresh)) return 'same'
    const others = fresh.copy()
    others.complement()
    const limit = new DFA.LimitedNodeFactory(maxStates)
    return DFA.fromIntersection(old, others, limit).isEmpty ? 'wider' : undefined
  } catch {
    // refa throws on what it does not know and on too many states.
    return undefined
  }
}

/** The strings in which a pattern finds something. */
function toLanguage(pattern: string): DFA | undefined {
  const [start, end] = [pattern.startsWith('^'), /(^|[^\\])(\\\\)*\$$/.test(pattern)]
  const source = pattern.slice(start ? 1 : 0, end ? -1 : undefined)
  // In `^a|b$` each anchor belongs to one alternative.
  const { alternatives } = JS.Parser.fromLiteral({ source, flags: 'u' }).ast.pattern
  if ((start || end) && alternatives.length > 1) return undefined
  const anything = '[^]*'
  const whole = `${start ? '' : anything}(?:${source})${end ? '' : anything}`
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: whole, flags: 'u' }).parse({
    assertions: 'throw',
    backreferences: 'throw',
  })
  const limit = new NFA.LimitedNodeFactory(maxStates)
  const nfa = NFA.fromRegex(expression, { maxCharacter }, {}, limit)
  const automaton = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(maxStates))
  automaton.minimize()
  return automaton
}
