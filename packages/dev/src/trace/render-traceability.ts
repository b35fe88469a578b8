import type { DecisionRow, Matrix, Proof, StatementRow } from './build-matrix.ts'
import {
  generatedNote,
  toCodes,
  toDecisionLinks,
  toDetails,
  toShortNode,
  toTable,
} from './format-page.ts'
import { toSymbolNames } from './symbol-names.ts'

/** The page that follows each statement of the source to nodes, generated symbols and tests. */
export function renderTraceability({ statements, decisions }: Matrix): string {
  const sections = Map.groupBy(statements, ({ section }) => section)
  return [
    generatedNote,
    '# From the source to the tests',
    `What the source says, in our words, in ${statements.length} statements; the nodes of the documents that carry each of them (files without a folder are in \`schemas/\`); what is generated from those nodes; and the packages whose tests cite it. Beside each \`parseX\` stand \`isX\`, \`xSchema\` and the same with \`Sent\`; a \`…\` stands for each status. A dash among symbols: it is said in prose only, or in a setting that no code comes from. What the source does not show is marked *open*; [the decisions](open-points.md) answer it.`,
    ...[...sections].flatMap(([section, rows]) => [
      `## ${section}`,
      toTable(head, rows.map(toRow)),
      toFiles(rows),
    ]),
    '## Decisions',
    'What each of them says, and how to change it, is on [the page of open points](open-points.md).',
    toFiles(decisions),
    '',
  ].join('\n\n')
}

const head = ['Statement', 'Nodes', 'Generated symbols', 'Tested in', 'Decided in']

const toRow = ({ id, says, shown, nodes, symbols, proofs, answeredBy }: StatementRow) => [
  `**${id}** ${shown ? '' : '*open:* '}${says}`,
  toCodes(nodes.map(toShortNode)),
  toCodes(toSymbolNames(symbols)),
  toCodes(proofs.map(({ place }) => place)),
  toDecisionLinks(answeredBy, 'open-points.md'),
]

const toFiles = (rows: readonly (StatementRow | DecisionRow)[]) =>
  toDetails(
    'The test files, with how many of their tests cite it',
    rows.map(({ id, proofs }) => `- **${id}** ${proofs.map(toFileList).join('; ')}`),
  )

const toFileList = ({ place, files }: Proof) =>
  `${place}: ${files.map(({ file, tests }) => `\`${toShortFile(file)}\` (${tests})`).join(', ')}`

const toShortFile = (file: string) => file.replace(/^test\/|\.test\.ts$/g, '')
