import { expect, it } from 'vitest'
import { formatTable } from '../../src/schema/formats.ts'
import { keywordTable, valueKinds } from '../../src/schema/keyword-table.ts'

it('KEYWORDS.md says what the tables say', async () => {
  await expect(renderKeywords()).toMatchFileSnapshot('../../KEYWORDS.md')
})

/** What validators make of each keyword and format, in Markdown. */
function renderKeywords(): string {
  const keywords = Object.entries(keywordTable)
  const carried = keywords.flatMap(([name, row]) =>
    row.fate === 'carried' ? [[name, valueKinds[row.value].expected, row.how]] : [],
  )
  const annotations = keywords.flatMap(([name, row]) =>
    row.fate === 'annotation' ? [[name, row.how]] : [],
  )
  const errors = keywords.flatMap(([name, row]) =>
    row.fate === 'error' ? [[name, row.how, row.instead]] : [],
  )
  const formats = Object.entries(formatTable).map(([name, row]) => [
    name,
    row.fate === 'annotation' ? 'no' : row.type,
    row.how,
  ])
  return [
    '# Keywords and formats in validators\n',
    'Written by `test/schema/render-keywords.test.ts` from `src/schema/keyword-table.ts` and `formats.ts`; run `vitest run -u` to update it. A keyword that is in no table and does not start with `x-` is an error that names the file, line, pointer and nearest keyword.\n',
    `## Carried: ${carried.length}\n\n${table(['Keyword', 'Value', 'How'], carried)}`,
    `## Annotations: ${annotations.length}\n\nThey refuse no value. Nor do extensions (\`x-…\`), except \`x-sender-only: true\`: a reader does not require a member that has it, and ignores other subschemas that have it.\n\n${table(['Keyword', 'Note'], annotations)}`,
    `## Errors: ${errors.length}\n\n${table(['Keyword', 'Why', 'Instead'], errors)}`,
    'Three uses of carried keywords are errors too: `unevaluatedItems` over `contains` on the same value, a property named `__proto__`, and a schema that refers to itself without a step into a property or an item.\n',
    `## Formats: ${formats.length}\n\nA format with no check, and one that is not listed, is reported as a notice.\n\n${table(['Format', 'Checked on', 'Note'], formats)}`,
  ].join('\n')
}

/** Columns are as wide as their widest cell, which is how the formatter wants them. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map(([name, ...rest]) => [`\`${name}\``, ...rest])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...body].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('')
}
