import type { Reporter } from './report.ts'
import { toGithub } from './to-github.ts'
import { toJson } from './to-json.ts'
import { toMarkdown } from './to-markdown.ts'
import { toTerminal } from './to-terminal.ts'

/** By the word that `--format` takes. */
export const reporters = {
  terminal: toTerminal,
  markdown: toMarkdown,
  json: toJson,
  github: toGithub,
} as const satisfies { [format: string]: Reporter }

export type Format = keyof typeof reporters
