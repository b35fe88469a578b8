import {
  type Decision,
  listCarriers,
  listShows,
  readConstants,
  readDecisions,
  readSpecs,
  readStatements,
  texts,
} from '@partner-platform/lint/contract'
import type { Page } from '../page.ts'
import { readFrontMatter } from './content-pages.ts'

/** One page per decision of the contract, and one that lists them. */
export function readDecisionPages(folder: string): Page[] {
  const specs = readSpecs(folder)
  const saying = new Map(readStatements(specs).map(({ id, says }) => [id, says]))
  const toSayings = (ids: readonly string[]) =>
    withHead(
      ['The source says, in our words:', ''],
      ids.map((id) => `- **[${id}](${statementAddress(id)})** ${saying.get(id)}`),
    )
  const carriers = listCarriers(specs)
  const shows = listShows(specs)
  const constants = readConstants(specs)
  const decisions = readDecisions(specs).map((decision) => {
    const { id } = decision
    const values = constants.filter((constant) => constant.decisions.includes(id))
    return toPage(decision, new TextDecoder().decode(specs.bytes.get(decision.file)), [
      toSection('Statements that it answers', toSayings(texts(decision.front.answers))),
      toSection('Statements that it extends', toSayings(Object.keys(decision.front.extends ?? {}))),
      toSection('Constants that it sets', toFigures(values)),
      toSection('Where the contract cites it', toFiles(carriers.get(id) ?? [])),
      toSection('Examples and vectors that show it', toFiles([...(shows.get(id) ?? [])].sort())),
    ])
  })
  return [toIndex(decisions), ...decisions]
}

/** Decisions named in a text become links to their pages, except in code and in links. */
function linkDecisions(markdown: string): string {
  return markdown.replaceAll(/`[^`\n]*`|\]\([^)]*\)|\[[^\]]*\](?=\()|\bD-\d{3}\b/g, (found) =>
    /^D-\d{3}$/.test(found) ? `[${found}](${decisionAddress(found)})` : found,
  )
}

/** The addresses that marks can lead to: the pages of decisions, and where the site traces each statement. */
export function listMarkAddresses(folder: string): ReadonlySet<string> {
  const specs = readSpecs(folder)
  return new Set([
    ...readDecisions(specs).map(({ id }) => decisionAddress(id)),
    ...readStatements(specs).map(({ id }) => statementAddress(id)),
  ])
}

/** Decisions and statements in the marks of a document become links, if their addresses are `known`. */
export const linkMarks = (html: string, known: ReadonlySet<string>): string =>
  html.replaceAll(/(?:Source|Decision): <code>[^<]*<\/code>(?:, <code>[^<]*<\/code>)*/g, (mark) =>
    mark.replaceAll(/<code>([^<]*)<\/code>/g, (code, id: string) => {
      const address = mark.startsWith('Source') ? statementAddress(id) : decisionAddress(id)
      return known.has(address) ? `<a href="${address}">${code}</a>` : code
    }),
  )

/** Where the site follows a statement from the source to its tests. */
const statementAddress = (id: string) => `/traceability/#${id}`

/** The address of a decision's page. */
export const decisionAddress = (id: string) => `/decisions/${id.toLowerCase()}/`

function toPage({ id, file, front }: Decision, text: string, parts: string[]): Page {
  const { body } = readFrontMatter(text.replace(/^---\n\n/, '---\n'), {
    file: `specs/${file}`,
    needed: ['title'],
  })
  const status = `Status: ${front.status}. Source: \`specs/${file}\`.`
  return {
    slug: `decisions/${id.toLowerCase()}`,
    source: `specs/${file}`,
    title: `${id} ${front.title}`.replaceAll('`', ''),
    description: `Decision ${id} of the contract: what the source leaves open, what we chose, and how to change it.`,
    body: [status, linkDecisions(body), ...parts].filter(Boolean).join('\n\n'),
  }
}

/** Lines below a heading; nothing without lines. */
const toSection = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? '' : [`## ${title}`, '', ...lines].join('\n')

const withHead = (head: readonly string[], lines: readonly string[]) =>
  lines.length === 0 ? [] : [...head, ...lines]

const toFigures = (figures: readonly { name: string; value: unknown }[]) =>
  withHead(
    ['| name | value |', '| --- | --- |'],
    figures.map(({ name, value }) => `| \`${name}\` | \`${JSON.stringify(value)}\` |`),
  )

const toFiles = (names: readonly string[]) =>
  names.map((name) => `- \`specs/${name.replaceAll('~1', '/')}\``)

function toIndex(decisions: Page[]): Page {
  const lines = decisions.map(({ slug, title }) => `- [${title}](/${slug}/)`)
  return {
    slug: 'decisions',
    title: 'Decisions',
    description:
      'Each thing that the source of the contract leaves open, and what was chosen in its place.',
    body: `The source leaves things open. Each of them is decided in one record, which says what was chosen, why, what rests on it, and how to change it. [Open points](/open-points/) lists them in the order of the source.\n\n${lines.join('\n')}`,
  }
}
