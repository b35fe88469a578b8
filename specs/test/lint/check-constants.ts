import { isDeepStrictEqual } from 'node:util'
import { nearestName } from './nearest-name.ts'
import { isRecord } from './pointer.ts'
import type { Finding, Problem } from './problem.ts'
import { type Constant, readConstants } from './read-constants.ts'
import { type Decision, readDecisions } from './rules.ts'
import type { Specs } from './specs.ts'

/** Constants of the documents and `values` of the decisions that do not say the same. */
export function checkConstants(specs: Specs): Problem[] {
  const constants = readConstants(specs)
  const decisions = readDecisions(specs)
  return [
    ...constants.flatMap((constant) => {
      const finding = judgeConstant(constant, decisions)
      const { file, name } = constant
      return finding
        ? (specs.files.get(file)?.problem(['x-constants', name, 'value'], finding) ?? [])
        : []
    }),
    ...decisions.flatMap((decision) => checkValues(specs, decision, constants)),
  ]
}

/** Decisions that share a constant each state their part of it. */
function judgeConstant(
  { name, value, decisions: cited }: Constant,
  decisions: Decision[],
): Finding | undefined {
  const records = decisions.filter(({ id, front }) => cited.includes(id) && hasValue(front, name))
  const where = cited.join(' and ') || 'a decision'
  if (records.length === 0) {
    return {
      rule: 'constants/not-decided',
      message: `${name} is ${write(value)} here, and no decision that it cites states a value.`,
      fix: `Write ${name}: ${write(value)} under values: in the front matter of ${where}.`,
    }
  }
  const parts = records.map(({ front }) => (front.values as Record<string, unknown>)[name])
  const decided = parts.every(isRecord) ? Object.assign({}, ...parts) : parts[0]
  const isAgreed = parts.every(isRecord) || parts.every((part) => isDeepStrictEqual(part, decided))
  if (isAgreed && isDeepStrictEqual(decided, value)) return undefined
  const files = records.map(({ file }) => file).join(', ')
  return {
    rule: 'constants/contradiction',
    message: `${name} is ${write(value)} here, and ${parts.map(write).join(' and ')} in ${files}.`,
    fix: `Write value: ${write(decided)}, or change the decision, its rows of vectors and this.`,
  }
}

const hasValue = ({ values }: Record<string, unknown>, name: string) =>
  isRecord(values) && Object.hasOwn(values, name)

function checkValues(
  specs: Specs,
  { id, file, front }: Decision,
  constants: Constant[],
): Problem[] {
  const source = specs.records.get(file)
  if (!source || front.values === undefined) return []
  if (!isRecord(front.values)) {
    const message = 'values is no list of constants by name.'
    const fix = 'Write values: with one line <name of the constant>: <value> for each.'
    return [source.problem(['values'], { rule: 'constants/shape', message, fix })]
  }
  return Object.keys(front.values).flatMap((name) => {
    if (constants.some((one) => one.name === name && one.decisions.includes(id))) return []
    const near = nearestName(
      name,
      constants.map((one) => one.name),
    )
    const finding = {
      rule: 'constants/not-stated',
      message: `${id} fixes ${name}, and no x-constants entry of that name cites ${id}.`,
      fix: `${near && near !== name ? `Did you mean ${near}? Else add` : 'Add'} ${name} with x-decision: ${id} to the x-constants of a document.`,
    }
    return [source.problem(['values', name], finding, true)]
  })
}

const write = (value: unknown) => JSON.stringify(value) ?? 'nothing'
