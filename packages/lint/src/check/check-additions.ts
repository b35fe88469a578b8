import { listExamples } from '../contract/example-cases.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { fromNodeName, isRecord, type Path, toNodeName, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { type Extension, type Fact, readExtensions, readFacts } from '../contract/read-facts.ts'
import { resolve } from '../contract/references.ts'
import { listCarriers, listShows, readStatements, texts } from '../contract/rules.ts'
import { visitSchemas } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { membersOf } from './judge-fact.ts'

/** Decisions that extend a statement in word only. */
export const checkAdditions = (specs: Specs): Problem[] =>
  readExtensions(specs).flatMap((extension) => checkExtension(specs, extension))

function checkExtension(specs: Specs, extension: Extension): Problem[] {
  const { decision, file, statement, members } = extension
  const source = specs.records.get(file)
  const ids = readStatements(specs).map(({ id }) => id)
  const lists = readFacts(specs).facts.filter(
    ({ rule, comparison }) => rule === statement && comparison === 'only',
  )
  const report = (rule: string, message: string, fix: string) =>
    source ? [source.problem(['extends', statement], { rule, message, fix })] : []
  if (!ids.includes(statement)) {
    const near = nearestName(statement, ids)
    const message = `statements.yaml has no statement ${statement}.`
    const fix = near ? `Did you mean ${near}?` : 'Name the statement that this record extends.'
    return report('decisions/unknown-statement', message, fix)
  }
  if (lists.length === 0) {
    const message = `${statement} has no list that ${members.join(', ')} could extend.`
    return report('decisions/extends-nothing', message, 'Name a statement that holds only: […].')
  }
  const known = lists.flatMap(({ value }) => (value as unknown[]).map(String))
  const own = members.find((member) => known.includes(member))
  if (own !== undefined) {
    const message = `${statement} itself names ${own}, so no decision can add it.`
    return report('decisions/extends-nothing', message, `Remove ${own} from extends.`)
  }
  const nodesOf = (member: string) => lists.flatMap((fact) => findAdded(specs, fact, member) ?? [])
  const absent = members.find((member) => nodesOf(member).length === 0)
  if (absent !== undefined) {
    const message = `${decision} extends ${statement} with ${absent}, and ${lists.map(({ node }) => node).join(' and ')} does not have it.`
    return report('decisions/extends-nothing', message, `Add ${absent} there, or remove it here.`)
  }
  const marked = listCarriers(specs).get(decision) ?? []
  const unmarked = members.flatMap(nodesOf).find((node) => !isCarried(specs, node, marked))
  if (unmarked !== undefined) {
    const message = `${decision} adds ${unmarked}, which does not say so.`
    const fix = `Write x-decision: ${decision} on it, or on the schema around a value.`
    return report('decisions/not-cited', message, fix)
  }
  const shown = listShows(specs).get(decision) ?? new Set()
  const schemas = lists.flatMap(({ node }) => /^schemas\/(.+)\.yaml/.exec(node)?.[1] ?? [])
  if (schemas.length > 0 ? schemas.some((name) => shown.has(`examples/${name}`)) : shown.size > 0)
    return []
  return report(
    'decisions/not-shown',
    `No example of ${schemas.join(' or ') || 'the contract'} cites ${decision}, which adds ${members.join(', ')}.`,
    `Add an example, and write rule: ${decision} at its entry in cases.yaml.`,
  )
}

/** The node that a list has beyond its statement, if it has it. */
function findAdded(specs: Specs, { node }: Fact, member: string): string | undefined {
  const { file, path } = fromNodeName(node)
  const list = valueAt(specs.files.get(file)?.value, path)
  if (!membersOf(list).includes(member)) return undefined
  const key = Array.isArray(list) ? membersOf(list).indexOf(member) : member
  return toNodeName(file, [...path, key])
}

/** A node has the mark, or what it refers to has it, or something around it. */
function isCarried(specs: Specs, node: string, marked: readonly string[]): boolean {
  const { file, path } = fromNodeName(node)
  const target = resolve(specs, file, path)
  return [node, toNodeName(target.file, target.path)].some((one) =>
    marked.some(
      (mark) => one === mark || one.startsWith(mark.includes('#') ? `${mark}/` : `${mark}#`),
    ),
  )
}

/** Each property, and each known member of an open set, is in a valid example of its schema. */
export function checkShown(specs: Specs): Problem[] {
  return [...specs.files.values()].flatMap((source) => {
    const [, schema] = /^schemas\/(.+)\.yaml$/.exec(source.file) ?? []
    if (schema === undefined || !isRecord(source.value)) return []
    const valid = listExamples(specs)
      .filter((one) => one.schema === schema && one.folder === 'valid')
      .map(({ file }) => specs.files.get(file)?.value)
    const problems: Problem[] = []
    const report = (path: Path, what: string) =>
      problems.push(
        source.problem(path, {
          rule: 'examples/not-shown',
          message: `No valid example of ${schema} has ${what}.`,
          fix: `Add it to a file in examples/${schema}/valid/, with its entry in examples/${schema}/cases.yaml.`,
        }),
      )
    visitSchemas(source.value, (node, path) => {
      if (path.some((key) => /^(if|then|else|not)$/.test(String(key)))) return
      const at = valuesBelow(valid, path)
      const names = isRecord(node) && isRecord(node.properties) ? Object.keys(node.properties) : []
      for (const name of names)
        if (at.every((value) => listAt(value, name).length === 0))
          report([...path, 'properties', name], name)
      for (const [index, member] of texts(isRecord(node) ? node.enum : undefined).entries())
        if (!at.includes(member)) report([...path, 'enum', index], member)
    })
    return problems
  })
}

/** The values that examples have where a part of their schema stands. */
function valuesBelow(values: readonly unknown[], path: Path): unknown[] {
  const [key, name, ...rest] = path
  if (key === undefined) return [...values]
  if (key === 'properties')
    return valuesBelow(
      values.flatMap((one) => listAt(one, name)),
      rest,
    )
  if (key === 'items') return valuesBelow(values.filter(Array.isArray).flat(), path.slice(1))
  return valuesBelow(values, /^(anyOf|oneOf|allOf)$/.test(String(key)) ? rest : path.slice(1))
}

const listAt = (value: unknown, name = '' as Path[number]): unknown[] =>
  isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []
