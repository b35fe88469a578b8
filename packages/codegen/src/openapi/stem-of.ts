import type { Section } from '../bundle/registry.ts'

/** What the inline schemas of a component are named after; null for components that lift none out. */
export function stemOf(section: Section, name: string): string | null {
  if (section === 'headers') return withSuffix(name, 'Header')
  if (section === 'parameters') return withSuffix(name, 'Parameter')
  if (section === 'requestBodies') return withSuffix(name, 'RequestBody')
  return section === 'responses' ? name : null
}

/** The name of the status in the names of what is lifted out: `200`, `4XX`, `Default`. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function withSuffix(name: string, suffix: string): string {
  return name.endsWith(suffix) ? name : `${name}${suffix}`
}
