import { createReaders, type Reader } from '../codegen/codegen.ts'
import type { GeneratedSide } from '../types/generated-side.ts'

/** Why a value is refused, by JSON Schema keyword; null if it is accepted. */
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

async function load({ files, contract }: GeneratedSide): Promise<Map<string, Checks>> {
  const code = files.get('validators.js') ?? ''
  const module: Generated = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  )
  const functions = new Map<string, string>()
  const parsers = files.get('parsers.ts') ?? ''
  const line = /^export const parse(\w+): .*createParser\(check\.(\w+)\)/gm
  for (const [, name = '', check = ''] of parsers.matchAll(line)) functions.set(name, check)
  const checks = new Map<string, Checks>()
  for (const [name, read] of createReaders(contract.schemas)) {
    const sent = module[functions.get(`${name}Sent`) ?? '']
    if (sent === undefined) continue
    checks.set(name, { sent, received: (value) => refusalsOf(value, { sent, read }) })
  }
  return checks
}

/** Rules that a contract may break as it grows, for readers that ignore what they do not know. */
const growing =
  /^(additionalProperties|unevaluated\w+|enum|const|anyOf|oneOf|if|not|false schema|propertyNames)$/

/**
 * Why a reader may refuse a value. Ours only leave out what they cannot use, which is then lost to them;
 * but readers made by other tools hold senders to formats and bounds.
 */
function refusalsOf(value: unknown, by: { sent: Check; read: Reader }): ReturnType<Check> {
  const { findings, value: usable } = by.read(value)
  if (findings) return findings
  const strict = (by.sent(value) ?? []).filter(({ keyword }) => !growing.test(keyword))
  if (strict.length > 0) return strict
  return Object.is(usable, value) ? null : [{ keyword: 'type' }]
}
