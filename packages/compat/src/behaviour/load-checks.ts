import type { GeneratedSide } from '../types/generated-side.ts'

/** Why a value is refused, by JSON Schema keyword; null where it is accepted. */
export type Check = (value: unknown) => { keyword: string }[] | null

/** The two validators of a schema: what may be sent, and what readers take. */
export interface Checks {
  sent: Check
  received: Check
}

type Generated = Record<string, Check>

/** The checks of each side, which many comparisons may share. */
const known = new WeakMap<GeneratedSide, Promise<Map<string, Checks>>>()

/** The generated validators of a side at work, by name of the schema. Nothing is written to disk. */
export function loadChecks(side: GeneratedSide): Promise<Map<string, Checks>> {
  const found = known.get(side) ?? load(side)
  known.set(side, found)
  return found
}

async function load({ files }: GeneratedSide): Promise<Map<string, Checks>> {
  const code = files.get('validators.js') ?? ''
  const module: Generated = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  const functions = new Map<string, string>()
  const parsers = files.get('parsers.ts') ?? ''
  const line = /^export const parse(\w+): .*createParser\(check\.(\w+)\)/gm
  for (const [, name = '', check = ''] of parsers.matchAll(line)) functions.set(name, check)
  const toCheck = (name: string) => module[functions.get(name) ?? '']
  const checks = new Map<string, Checks>()
  for (const writer of functions.keys()) {
    if (!writer.endsWith('Sent')) continue
    const name = writer.slice(0, -'Sent'.length)
    // A message payload has no reader by its plain name.
    const [sent, received] = [toCheck(writer), toCheck(name) ?? toCheck(`${name}Received`)]
    if (sent !== undefined && received !== undefined) checks.set(name, { sent, received })
  }
  return checks
}
