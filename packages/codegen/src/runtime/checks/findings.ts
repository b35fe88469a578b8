import type { Finding } from '../finding.ts'

/** Enough to mend a value by; a bound on what hostile input can make us hold. */
const maxFindings = 100

/** A function as Ajv writes it: false where it leaves findings in a property of itself. */
interface Validate {
  (value: unknown, context: { instancePath: string }): boolean
  errors: Finding[] | null
}

/** The check that a module written by Ajv exports; it takes the path of a value within another. */
export function toCheck(
  load: (module: { exports: unknown }) => void,
): (value: unknown, path?: string) => Finding[] | null {
  const module = { exports: null as unknown }
  load(module)
  const validate = module.exports as Validate
  return (value, path = '') => (validate(value, { instancePath: path }) ? null : validate.errors)
}

/** The list with one finding more, up to the bound. */
export function addFinding(
  list: Finding[] | null,
  path: string,
  keyword: string,
  params: Finding['params'],
  propertyName?: string,
): Finding[] {
  const findings = list ?? []
  if (findings.length >= maxFindings) return findings
  findings.push(
    propertyName === undefined
      ? { path, keyword, params }
      : { path, keyword, params, propertyName },
  )
  return findings
}

/** The list with those of another, up to the bound. Takes over the other list where it can. */
export function addAll(list: Finding[] | null, others: Finding[]): Finding[] {
  if (list === null) return others
  for (const finding of others) {
    if (list.length >= maxFindings) break
    list.push(finding)
  }
  return list
}

/** The list as it was when it held `count` findings: a branch that may fail has failed. */
export function keepFindings(list: Finding[] | null, count: number): Finding[] | null {
  if (list === null || count === 0) return null
  if (list.length > count) list.length = count
  return list
}
