import { listExamples, schemaName } from '../contract/example-cases.ts'
import { didYouMean } from '../contract/nearest-name.ts'
import {
  entriesOf,
  fromNodeName,
  isRecord,
  type Path,
  toNodeName,
  valueAt,
} from '../contract/pointer.ts'
import type { Found } from '../contract/problem.ts'
import { resolve } from '../contract/references.ts'
import { listCarriers, listShows, readStatements, texts } from '../contract/rules.ts'
import { isConditional, schemasIn } from '../contract/schemas.ts'
import type { Specs } from '../contract/specs.ts'
import { type Extension, type Fact, membersOf, readExtensions, readFacts } from './check-facts.ts'

/** Decisions that extend a statement in word only. */
export function* checkAdditions(specs: Specs): Iterable<Found> {
  for (const extension of readExtensions(specs)) {
    const { file, statement } = extension
    const [rule, message, fix] = judgeExtension(specs, extension) ?? []
    if (rule && message && fix) yield { file, path: ['extends', statement], rule, message, fix }
  }
}

type Said = [rule: string, message: string, fix: string]

function judgeExtension(specs: Specs, extension: Extension): Said | undefined {
  const { decision, statement, members } = extension
  const ids = readStatements(specs).map(({ id }) => id)
  const lists = readFacts(specs).facts.filter(
    ({ rule, comparison }) => rule === statement && comparison === 'only',
  )
  if (!ids.includes(statement)) {
    const message = `statements.yaml has no statement ${statement}.`
    const fix = didYouMean(statement, ids, 'Name the statement that this decision extends.')
    return ['decisions/unknown-statement', message, fix]
  }
  const rule = 'decisions/extends-nothing'
  if (lists.length === 0) {
    const message = `${statement} has no list that ${members.join(', ')} could extend.`
    return [rule, message, 'Name a statement whose holds has an entry with only: […].']
  }
  const known = lists.flatMap(({ value }) => (value as unknown[]).map(String))
  const own = members.find((member) => known.includes(member))
  if (own !== undefined) {
    const message = `${statement} itself names ${own}, so no decision can add it.`
    return [rule, message, `Remove ${own} from extends.`]
  }
  const nodesOf = (member: string) => lists.flatMap((fact) => findAdded(specs, fact, member) ?? [])
  const absent = members.find((member) => nodesOf(member).length === 0)
  if (absent !== undefined) {
    const nodes = lists.map(({ node }) => node).join(' and ')
    const message = `${decision} extends ${statement} with ${absent}, but ${nodes} does not have it.`
    return [rule, message, `Add ${absent} there, or remove it here.`]
  }
  const marked = listCarriers(specs).get(decision) ?? []
  const unmarked = members.flatMap(nodesOf).find((node) => !isCarried(specs, node, marked))
  if (unmarked !== undefined) {
    const fix = `Write x-decision: ${decision} on it, or on the schema around a value.`
    return [
      'decisions/not-cited',
      `${decision} adds ${unmarked}, but nothing there cites ${decision}.`,
      fix,
    ]
  }
  const shown = listShows(specs).get(decision) ?? new Set()
  const schemas = lists.flatMap(({ node }) => schemaName(node.split('#')[0] ?? '') ?? [])
  if (schemas.length > 0 ? schemas.some((name) => shown.has(`examples/${name}`)) : shown.size > 0)
    return undefined
  return [
    'decisions/not-shown',
    `No example of ${schemas.join(' or ') || 'the contract'} cites ${decision}, which adds ${members.join(', ')}.`,
    `Add an example, and write rule: ${decision} in its entry in cases.yaml.`,
  ]
}

/** The node that a list has beyond its statement, if it has it. */
function findAdded(specs: Specs, { node }: Fact, member: string): string | undefined {
  const { file, path } = fromNodeName(node)
  const list = valueAt(specs.files.get(file)?.value, path)
  const index = membersOf(list).indexOf(member)
  return index < 0 ? undefined : toNodeName(file, [...path, Array.isArray(list) ? index : member])
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
export function* checkShown(specs: Specs): Iterable<Found> {
  const examples = listExamples(specs).filter(({ folder }) => folder === 'valid')
  for (const { file, value: root } of specs.files.values()) {
    const schema = schemaName(file)
    if (schema === undefined) continue
    const own = examples.filter((one) => one.schema === schema)
    const valid = own.map((one) => specs.files.get(one.file)?.value)
    const toFound = (path: Path, what: string): Found => ({
      file,
      path,
      rule: 'examples/not-shown',
      message: `No valid example of ${schema} has ${what}.`,
      fix: `Add it to a file in examples/${schema}/valid/, with its entry in examples/${schema}/cases.yaml.`,
    })
    for (const [node, path] of schemasIn(root)) {
      if (isConditional(path)) continue
      const values = valuesBelow(valid, path)
      for (const [name] of entriesOf(node.properties))
        if (!values.some((value) => isRecord(value) && Object.hasOwn(value, name)))
          yield toFound([...path, 'properties', name], name)
      for (const [index, member] of texts(node.enum).entries())
        if (!values.includes(member)) yield toFound([...path, 'enum', index], member)
    }
  }
}

/** The values of examples at the place of a part of their schema. */
function valuesBelow(values: readonly unknown[], [key, name = '', ...rest]: Path): unknown[] {
  if (key === undefined) return [...values]
  const after = name === '' ? [] : [name, ...rest]
  if (key === 'properties') {
    const members = values.flatMap((one) =>
      isRecord(one) && Object.hasOwn(one, name) ? [one[name]] : [],
    )
    return valuesBelow(members, rest)
  }
  if (key === 'items') return valuesBelow(values.filter(Array.isArray).flat(), after)
  return valuesBelow(values, /^(anyOf|oneOf|allOf)$/.test(String(key)) ? rest : after)
}
