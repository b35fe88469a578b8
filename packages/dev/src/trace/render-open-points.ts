import type { DecisionRow, Matrix, StatementRow } from './build-matrix.ts'
import { generatedNote, toCodes, toDecisionLinks, toShortNode, toTable } from './format-page.ts'
import { toSymbolNames } from './symbol-names.ts'

/** The page that tells what the source leaves open, what was decided, and how to change that. */
export function renderOpenPoints({ statements, decisions }: Matrix): string {
  const open = statements.filter(({ shown }) => !shown)
  const spelt = statements.filter(({ shown, answeredBy }) => shown && answeredBy.length > 0)
  const bySays = new Map(statements.map(({ id, says }) => [id, says]))
  return [
    generatedNote,
    '# What the source leaves open',
    `The source says of ${open.length} lines that it does not show them. Each is answered by decisions, ${decisions.length} in all, every one of which can be changed.`,
    toTable(['Open point', 'Decided in'], open.map(toRow)),
    '## What the decisions spell out',
    'The source says these things, and the decisions say them to the letter.',
    toTable(['Statement', 'Decided in'], spelt.map(toRow)),
    ...decisions.flatMap((decision) => toSection(decision, bySays)),
    '',
  ].join('\n\n')
}

const toRow = ({ id, says, answeredBy }: StatementRow) => [
  `**${id}** ${says}`,
  toDecisionLinks(answeredBy),
]

function toSection(decision: DecisionRow, bySays: ReadonlyMap<string, string>): string[] {
  const { id, title, answers, shows, nodes, values, symbols, proofs, howToChange } = decision
  const fixed = Object.entries(values).map(([name, value]) => `${name} = ${toText(value)}`)
  const made = toSymbolNames(symbols).filter((name) => !name.startsWith('constants.'))
  const rows = [
    ['Answers', answers.map((answer) => `**${answer}** ${bySays.get(answer)}`).join('<br>')],
    ['Shows in', toCodes(shows.map((path) => `specs/${path}`))],
    ['Carried by', toCodes(nodes.map(toShortNode))],
    ['Fixes', toCodes(fixed)],
    ['Generated symbols', toCodes(made)],
    ['Tested in', toCodes(proofs.map(({ place }) => place))],
  ]
  return [
    `<a id="${id.toLowerCase()}"></a>`,
    `## ${id} ${title}`,
    toTable(
      ['Thread', 'Leads to'],
      rows.filter(([, cell]) => cell !== '–').map(([name = '', cell = '']) => [name, cell]),
    ),
    `**How to change it.** ${howToChange}`,
  ]
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
