import {
  listAnswers,
  listCarriers,
  listShows,
  readDecisions,
  readStatements,
  type Specs,
  type Statement,
} from '@partner-platform/lint/contract'
import { findProofs, type TraceInputs } from './find-orphans.ts'

const note =
  '<!-- Generated from specs/ and the test reports. Do not edit: run `npx pnpm@12 test`, then `npx pnpm@12 trace`. -->'

/** The pages of the docs site, as Markdown by file name. */
export function renderPages({ specs, tests }: TraceInputs): Record<string, string> {
  return {
    'open-points.md': renderOpenPoints(specs),
    'traceability.md': renderTraceability(specs, findProofs(tests)),
  }
}

function renderOpenPoints(specs: Specs): string {
  const linksOf = readLinks(specs)
  const statements = readStatements(specs)
  const open = statements.filter(({ shown }) => !shown)
  const spelt = statements.filter(({ id, shown }) => shown && linksOf(id) !== '–')
  const toRow = ({ id, says }: Statement) => [`**${id}** ${says}`, linksOf(id)]
  return [
    note,
    '# What the source leaves open',
    `The source leaves ${open.length} points open. A decision answers each of them, and says how to change the answer.`,
    toTable(['Open point', 'Decided in'], open.map(toRow)),
    '## What the decisions spell out',
    'The source states these lines, and a decision gives the details.',
    toTable(['Statement', 'Decided in'], spelt.map(toRow)),
    '',
  ].join('\n\n')
}

function renderTraceability(specs: Specs, proofs: ReadonlyMap<string, Set<string>>): string {
  const linksOf = readLinks(specs)
  const carriers = listCarriers(specs)
  const shows = listShows(specs)
  const follow = (id: string) => ({
    'Marked nodes': toCodes(carriers.get(id) ?? []),
    'Examples and vectors': toCodes([...(shows.get(id) ?? [])].sort()),
    'Tested in': toCodes([...(proofs.get(id) ?? [])].sort()),
  })
  const statements = readStatements(specs)
  const sectionOf = readSections(specs)
  return [
    note,
    '# From the source to the tests',
    `The source, in our words, as ${statements.length} statements. Each lists the document nodes that are marked with it, as a file in \`specs/\` and a JSON Pointer; the examples and vectors that show it; and the packages whose tests cite it. What the source does not show is marked *open*; [decisions](open-points.md) answer it.`,
    ...[...Map.groupBy(statements, sectionOf)].flatMap(([section, some]) => [
      `## ${section}`,
      ...some.map(({ id, says, shown }) =>
        toBlock(id, `**[${id}](#${id})** ${shown ? '' : '*open:* '}${says}`, {
          ...follow(id),
          'Decided in': linksOf(id),
        }),
      ),
    ]),
    '## Decisions',
    ...readDecisions(specs).map(({ id, file, front }) =>
      toBlock(id, `**${toLink(id, file)}** ${front.title}`, follow(id)),
    ),
    '',
  ].join('\n\n')
}

const toLink = (id: string, file: string) => `[${id}](../../../specs/${file})`

/** Links to the decisions that answer a statement, or a dash where none does. */
function readLinks(specs: Specs): (id: string) => string {
  const answers = listAnswers(specs)
  const links = new Map(readDecisions(specs).map(({ id, file }) => [id, toLink(id, file)]))
  return (id) => (answers.get(id) ?? []).map((one) => links.get(one)).join(', ') || '–'
}

/** The heading above a statement: a comment that begins with the number of its section. */
function readSections({ files }: Specs): (statement: Statement) => string {
  const source = files.get('statements.yaml')
  const lines = source?.text.split('\n') ?? []
  return ({ index }) => {
    const { line } = source?.problem([index], { rule: '', message: '', fix: '' }) ?? { line: 0 }
    return (
      lines
        .slice(0, line)
        .findLast((text) => /^# \d/.test(text))
        ?.slice(2) ?? ''
    )
  }
}

/** A block with an anchor; facts without a value are left out. */
function toBlock(id: string, head: string, facts: Readonly<Record<string, string>>): string {
  const known = Object.entries(facts).filter(([, value]) => value !== '–')
  const list = known.map(([name, value]) => `- ${name}: ${value}`)
  return [`<div class="traced" id="${id}">`, head, list.join('\n'), '</div>'].join('\n\n')
}

/** A Markdown table; bars separate cells even inside code. */
function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine)].join('\n')
}

const toCodes = (names: readonly string[]): string =>
  names.map((name) => `\`${name}\``).join(', ') || '–'
