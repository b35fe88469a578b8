import type { Finding } from '../contract/problem.ts'
import { isUnclosed, type SyntaxProblem } from '../contract/source-text.ts'

/** Why a file does not parse, in words for its author and not for a YAML expert. */
export function syntaxFinding(problem: SyntaxProblem): Finding {
  const { code, message, key } = problem
  if (code === 'DUPLICATE_KEY') {
    return {
      rule: 'documents/duplicate-key',
      message: `The key ${key} appears twice in one object.`,
      fix: 'Keep one of the two, or give the second its own name.',
    }
  }
  const [own, fix] = (isUnclosed(problem) ? unclosed : findings[code]) ?? []
  return {
    rule: 'documents/syntax',
    message: own || `${message.replace(/\.$/, '')}.`,
    fix: fix ?? 'Compare indentation, quotes and brackets with the lines around it.',
  }
}

const unclosed = [
  'The quote or bracket that opens here is not closed.',
  'Close it: a quote with the same quote, a list with ], an object with }.',
]

/** By the code of the YAML parser: words instead of its own where they are better, and what to do. */
const findings: Readonly<Record<string, readonly string[]>> = {
  JSON: ['', 'Write strict JSON: double quotes, commas between entries, none after the last.'],
  BAD_ALIAS: [
    'This alias names an anchor that does not exist.',
    'Put text that begins with * in quotes, or name an anchor above it.',
  ],
  CYCLIC_ALIAS: [
    'This alias refers to the node that contains it.',
    'Refer to it with $ref, or write it out.',
  ],
  MERGE_KEY: ['YAML merge keys (<<) are not used here.', 'Write the keys out.'],
  MULTIPLE_DOCS: [
    'A second YAML document begins at this line.',
    'Remove the line ---, or move what follows it to a file of its own.',
  ],
  RESOURCE_EXHAUSTION: [
    'This is nested too deeply.',
    'Move the inner parts to files of their own.',
  ],
  TAB_AS_INDENT: [
    'This line is indented with a tab.',
    'Indent with two spaces per level; YAML allows no tabs here.',
  ],
  BAD_INDENT: [
    'The indentation of this line differs from the lines beside it.',
    'Indent with two spaces per level, the same for all keys of one object.',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'This key is inside the value of another key.',
    'Indent it like the keys beside it, or quote text that contains a colon and a space.',
  ],
  MULTILINE_IMPLICIT_KEY: [
    'This line is not a key with a value.',
    'Write a colon and a space after the key, or indent the line as part of the text above.',
  ],
  MISSING_CHAR: [
    'This line is not a key with a value.',
    'Write a colon and a space after the key, or indent the line as part of the text above.',
  ],
  BAD_SCALAR_START: ['', 'Put the text in quotes.'],
  BAD_DQ_ESCAPE: ['', 'Write \\\\ for a backslash, or put the text in single quotes.'],
  TAG_RESOLVE_FAILED: ['', 'Put text that begins with ! in quotes.'],
  UNEXPECTED_TOKEN: ['', 'Put the text in quotes, or compare the brackets around it.'],
}
