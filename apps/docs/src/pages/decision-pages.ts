import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Page } from '../page.ts'
import { readFrontMatter } from './read-front-matter.ts'

type Statement = { id: string; says: string }

/** One page per decision of the contract, and one that lists them. */
export function readDecisionPages(specs: string): Page[] {
  const statements: Statement[] = parse(readFileSync(join(specs, 'statements.yaml'), 'utf8'))
  const saying = new Map(statements.map(({ id, says }) => [id, says]))
  const folder = join(specs, 'decisions')
  const decisions = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => readDecision(join(folder, file), saying))
  return [toIndex(decisions), ...decisions]
}

/** Decisions named in a text become links to their pages, except in code and in links. */
export function linkDecisions(markdown: string): string {
  return markdown.replaceAll(/`[^`\n]*`|\]\([^)]*\)|\[[^\]]*\](?=\()|\bD-\d{3}\b/g, (found) =>
    /^D-\d{3}$/.test(found) ? `[${found}](${decisionAddress(found)})` : found,
  )
}

/** The same for the decisions that the nodes of a document are marked with. */
export const linkMarks = (html: string): string =>
  html.replaceAll(
    /<code>(D-\d{3})<\/code>/g,
    (code, id: string) => `<a href="${decisionAddress(id)}">${code}</a>`,
  )

const decisionAddress = (id: string) => `/decisions/${id.toLowerCase()}/`

function readDecision(path: string, saying: Map<string, string>): Page {
  const file = `specs/decisions/${path.split(/[\\/]/).at(-1)}`
  const { fields, body } = readFrontMatter(
    readFileSync(path, 'utf8').replace(/^---\n\n/, '---\n'),
    {
      file,
      needed: ['id', 'title', 'status'] as const,
    },
  )
  const { id, title, status, answers, values } = fields
  const parts = [
    `Status: ${status}. Source: \`${file}\`.`,
    linkDecisions(body),
    toAnswers(answers as string[], saying),
    toValues(values as Record<string, unknown> | undefined),
  ]
  return {
    slug: `decisions/${id.toLowerCase()}`,
    title: `${id} ${title}`,
    description: `Decision ${id} of the contract: what the source leaves open, what we chose, and how to change it.`,
    body: parts.filter(Boolean).join('\n\n'),
  }
}

function toAnswers(answers: string[], saying: Map<string, string>): string {
  const lines = answers.map((id) => `- **${id}** ${saying.get(id)}`)
  return `## What it answers\n\nThe source says, in our words:\n\n${lines.join('\n')}`
}

function toValues(values: Record<string, unknown> | undefined): string {
  if (values === undefined) return ''
  const rows = Object.entries(values).map(
    ([name, value]) => `| \`${name}\` | \`${JSON.stringify(value)}\` |`,
  )
  return `## Figures it fixes\n\n| name | value |\n| --- | --- |\n${rows.join('\n')}`
}

function toIndex(decisions: Page[]): Page {
  const lines = decisions.map(({ slug, title }) => `- [${title}](/${slug}/)`)
  return {
    slug: 'decisions',
    title: 'Decisions',
    description:
      'Each thing that the source of the contract leaves open, and what was chosen in its place.',
    body: `The source leaves things open. Each of them is decided in one record, which says what was chosen, why, what rests on it, and how to change it. [Open points](/open-points/) lists the same from the side of the source.\n\n${lines.join('\n')}`,
  }
}
