import { fromNodeName, isRecord, type Path, toNodeName, valueAt } from '../contract/pointer.ts'
import type { Problem } from '../contract/problem.ts'
import { comparisons, type Fact, readExtensions, readFacts } from '../contract/read-facts.ts'
import { resolve } from '../contract/references.ts'
import { readDecisions } from '../contract/rules.ts'
import type { Specs } from '../contract/specs.ts'
import { type Departure, judgeFact } from './judge-fact.ts'

/** Nodes that do not hold what a statement says of them, with what decisions add to it. */
export function checkFacts(specs: Specs): Problem[] {
  const source = specs.files.get('statements.yaml')
  if (!source) return []
  const { facts, wrong } = readFacts(specs)
  const shape = {
    rule: 'facts/shape',
    message: `An entry of holds is { node, and one of ${comparisons.join(', ')} }.`,
    fix: 'Write - { node: <file>#/<pointer>, is: <value> }; the value of only is a list.',
  }
  const added = addedMembers(specs)
  const extras = new Set<string>()
  const problems = facts.flatMap((fact) => {
    const { file, path } = fromNodeName(fact.node)
    const document = specs.files.get(file)
    if (!document) {
      const message = `There is no ${file} that could hold this.`
      const finding = { rule: 'facts/no-node', message, fix: 'Name a file of the contract.' }
      return [source.problem(fact.path, finding)]
    }
    const on = { name: path.at(-1) ?? file, added: added(fact.rule) }
    const departure = judgeFact(fact, valueAt(document.value, path), on)
    if (!departure) return []
    const at = [...path, ...departure.below]
    const { says, extra } = departure
    if (extra) extras.add(extra)
    return [
      document.problem(at, {
        rule: 'facts/contradiction',
        message: `${fact.rule} says: ${fact.says} ${says.slice(0, 1).toUpperCase()}${says.slice(1)}.`,
        fix: toFix(specs, fact, departure, { file, at, later: [...extras].indexOf(extra ?? '') }),
      }),
    ]
  })
  const places = problems.map(({ file, pointer }) => `${file}${pointer}`)
  return [
    ...wrong.map((path) => source.problem(path, shape)),
    // Several statements can speak of one node; the first of them says what to do.
    ...problems.filter((_, index) => places.indexOf(places[index] as string) === index),
  ]
}

/** What decisions add to each statement. */
function addedMembers(specs: Specs): (statement: string) => string[] {
  const extensions = readExtensions(specs)
  return (id) =>
    extensions.filter(({ statement }) => statement === id).flatMap(({ members }) => members)
}

/** The node, or the nearest one above it that can have a mark: a member of a list cannot. */
const markable = (document: unknown, at: Path): Path =>
  at.length === 0 || isRecord(valueAt(document, at)) ? at : markable(document, at.slice(0, -1))

/** What is nothing but a reference has no room for a mark: the component has it, or an `allOf` around it. */
function howToMark(specs: Specs, { file, at }: Place, id: string): string {
  const path = markable(specs.files.get(file)?.value, at)
  const node = valueAt(specs.files.get(file)?.value, path)
  const target = resolve(specs, file, path)
  if (target.file === file) return `mark ${toNodeName(file, target.path)} with x-decision: ${id}`
  return `write ${toNodeName(file, path)} as { allOf: [{ $ref: ${isRecord(node) ? node.$ref : target.file} }], x-decision: ${id} }`
}

type Place = { file: string; at: Path; later: number }

function toFix(specs: Specs, { rule }: Fact, { fix, extra }: Departure, place: Place): string {
  if (extra === undefined) return `${fix} ${rule} of statements.yaml records the source.`
  const numbers = readDecisions(specs).map(({ id }) => Number(id.slice(2)))
  const id = `D-${String(Math.max(0, ...numbers) + 1 + place.later).padStart(3, '0')}`
  const words = extra.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
  const slug = words.replaceAll(/[^a-z0-9]+/g, '-')
  return `${fix} To keep it, ${howToMark(specs, place, id)}, cite ${id} in the case of an example, and paste this into specs/decisions/${id}-${slug}.md:
---
id: ${id}
title: "TODO: say in one line what ${extra} adds"
status: accepted
extends: { ${JSON.stringify(rule)}: [${JSON.stringify(extra)}] }
---

**Context.** The source does not show ${extra}.

**Choice.** TODO: say what ${extra} holds, and who sends it when.

**Why, and what rests on it.** TODO: say why, and what depends on it.

**How to change it.** TODO: say what a change of ${extra} breaks, and for whom.`
}
