import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { createDraft } from '../../src/scaffold/draft.ts'
import { root } from '../../src/workspaces.ts'

type Edit = {
  file: string
  /** The file after the edit. A missing file is empty. Throws if the edit does not fit the text. */
  edit: (text: string) => string
}

const guides = ['changing-the-contract', 'adding-operations-and-events']
  .map((name) => readFileSync(join(root, `apps/docs/content/guides/${name}.md`), 'utf8'))
  .join('\n')

const fence = /^( *)```(diff|json|md)\b.*\n([\s\S]*?)^\1```$/gm
const path = /`([\w.-]+(?:\/[\w.-]+)+)`/g

/**
 * What the guides tell a reader to do under a heading. A code block belongs to the file that is named last
 * before it. `names` replaces names that a contract may already have, because someone followed the guide.
 */
export function readWalkThrough(
  heading: string,
  names: readonly (readonly [from: string | RegExp, to: string])[] = [],
) {
  const section = guides.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`No guide has the heading ${heading}.`)
  const decision = ['D-NNN', createDraft(root).nextDecision()] as const
  const text = [decision, ...names].reduce((one, [from, to]) => one.replaceAll(from, to), section)
  const edits = [...text.matchAll(fence)].map(
    ([, indent = '', language = '', code = ''], index, all): Edit => {
      const file = [...text.slice(0, all[index]?.index).matchAll(path)].at(-1)?.[1] ?? ''
      const lines = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
      return { file, edit: language === 'diff' ? toPatch(file, lines) : () => lines }
    },
  )
  const commands = [...text.matchAll(/^npx pnpm@12 (\S+) (.*)$/gm)].map(
    ([, script = '', args = '']) => ({ script, args }),
  )
  return { text, edits, commands, files: readFiles(text, 'Files') }
}

/** The files after a label such as `**Files:**`; they may be patterns. */
function readFiles(text: string, label: string): string[] {
  const [, list = ''] = new RegExp(`\\*\\*${label}:\\*\\*([^]*?)(\n\n|$)`).exec(text) ?? []
  return [...list.matchAll(/`([^`]+)`/g)].map(([, pattern = '']) => pattern)
}

/** What `generate` writes, according to the guide. */
export const generated: readonly string[] = readFiles(guides, 'Generated')

/** The changed files that match no pattern, and the patterns that match no changed file. */
export function compareFiles(changed: readonly string[], patterns: readonly string[]) {
  return {
    notListed: changed.filter((file) => !patterns.some((one) => matchesGlob(file, one))),
    notChanged: patterns.filter((one) => !changed.some((file) => matchesGlob(file, one))),
  }
}

/** Applies a diff, whose empty lines separate places. A place that only adds lines goes to the end of the file. */
function toPatch(file: string, diff: string): Edit['edit'] {
  const places = diff.trimEnd().split('\n\n')
  return (text) =>
    places.reduce((before, place) => {
      const lines = place.split('\n')
      const without = (sign: string) =>
        lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`)
      const [old, next] = [without('+').join(''), without('-').join('')]
      if (old === '') return before + next
      const [head, ...tails] = `\n${before}`.split(`\n${old}`)
      if (tails.length !== 1)
        throw new Error(`${file} must contain this text of the guide exactly once:\n${old}`)
      return `${head}\n${next}${tails[0]}`.slice(1)
    }, text)
}
