import type { Check, Finding } from './issue.ts'

/** Only JSON comes over a wire, so a root of another kind fails every schema. */
export const jsonKinds = ['string', 'number', 'boolean', 'object']
export const notJson: Finding = { path: '', keyword: 'type', params: { type: 'JSON value' } }

export function runCheck(check: Check, value: unknown): Finding[] | null {
  if (!jsonKinds.includes(typeof value)) return [notJson]
  try {
    return check(value)
  } catch (error) {
    return [toFinding(error)]
  }
}

/** The stack ran out (depth, cycles), or a getter or proxy threw. */
export function toFinding(error: unknown): Finding {
  return { path: '', keyword: error instanceof RangeError ? 'depth' : 'access', params: {} }
}
