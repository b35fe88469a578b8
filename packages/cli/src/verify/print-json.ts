/** JSON as the printers of several languages spell it; none for what is no JSON. */
export function printJson(text: string): [as: string, text: string][] {
  const value = parse(text)
  if (value === undefined) return []
  try {
    return printValue(value)
  } catch (error) {
    // Nested deeper than a printer can follow: nobody printed it.
    if (error instanceof RangeError) return []
    throw error
  }
}

function printValue(value: unknown): [as: string, text: string][] {
  const compact = JSON.stringify(value)
  const spaced = space(value)
  const printed: [string, string][] = [
    ['compact', compact],
    ['indented by 2', JSON.stringify(value, null, 2)],
    ['indented by 4', JSON.stringify(value, null, 4)],
    ['indented by tabs', JSON.stringify(value, null, '\t')],
    ['with spaces, as Python prints', spaced],
    ['compact, as Go prints', escapeHtml(compact)],
    ['compact, with \\/ as PHP prints', compact.replaceAll('/', '\\/')],
    ['compact, sorted', JSON.stringify(sort(value))],
    ['indented by 2, sorted', JSON.stringify(sort(value), null, 2)],
    ['with spaces, sorted', space(sort(value))],
  ]
  return printed.flatMap(([as, one]) => [
    [as, one],
    [`${as}, ASCII only`, toAscii(one)],
  ])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

/** One line, with a space behind each comma and colon. */
function space(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(space).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${space(one)}`)
  return `{${members.join(', ')}}`
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sort(one)]))
}

const escapeHtml = (text: string) => text.replaceAll(/[<>&\u2028\u2029]/g, toEscape)
const toAscii = (text: string) => text.replaceAll(/[\u0080-\uffff]/g, toEscape)

const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
