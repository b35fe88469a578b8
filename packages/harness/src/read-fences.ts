import { basename } from 'node:path'

/** One example of a README: its source, and the line (1-based) that its first line stands on. */
export type Fence = { line: number; source: string; runs: boolean }

/**
 * The `ts` fences of a Markdown text, in order. A fence's info is `ts`, or `ts no-run` for one that
 * is type-checked only; another word after `ts`, or a fence that never ends, is an `Error`.
 */
export function readFences(markdown: string, file: string): Fence[] {
  const fences: Fence[] = []
  let open:
    | { mark: string; line: number; info: string; indent: number; lines: string[] }
    | undefined
  for (const [index, text] of markdown.split(/\r?\n/).entries()) {
    const fence = /^(\s*)(`{3,}|~{3,})\s*(.*)$/.exec(text)
    const [, indent = '', mark = '', info = ''] = fence ?? []
    if (!open) {
      if (fence)
        open = { mark, line: index + 2, info: info.trim(), indent: indent.length, lines: [] }
    } else if (fence && info === '' && mark.startsWith(open.mark)) {
      if (/^ts\b/.test(open.info)) fences.push(toFence(open, file))
      open = undefined
    } else {
      open.lines.push(text.slice(Math.min(open.indent, text.length - text.trimStart().length)))
    }
  }
  if (open) throw new Error(`${basename(file)}:${open.line - 1} opens a fence that never ends.`)
  return fences
}

function toFence(open: { info: string; line: number; lines: string[] }, file: string): Fence {
  if (open.info !== 'ts' && open.info !== 'ts no-run') {
    throw new Error(
      `${basename(file)}:${open.line - 1} has an unknown fence: expected ts or ts no-run, received ${open.info}.`,
    )
  }
  return { line: open.line, source: open.lines.join('\n'), runs: open.info === 'ts' }
}
