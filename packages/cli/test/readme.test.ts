import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environmentVariables, toPlaceholder } from '../src/command.ts'
import { commands } from '../src/commands.ts'
import { cliErrors } from '../src/errors.ts'
import { runCommand } from './run.ts'

const path = join(import.meta.dirname, '../README.md')
const readme = readFileSync(path, 'utf8')
const shellBlocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = '']) => text)

describe('README', () => {
  it('has events to send that are understood', async () => {
    const [, , , events = ''] = shellBlocks
    const lines = events.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const words = line.replaceAll("'", '').split(' ').slice(1)
      const { code, stderr } = await runCommand(
        [...words, '--unsigned'].map((word) => (word === 'URL' ? 'http://127.0.0.1:9' : word)),
      )
      // Understood and built: it got as far as the connection.
      expect([code, stderr]).toEqual([2, expect.stringContaining('is unreachable')])
    }
  })

  it('lists every command, variable and code', () => {
    // Without the padding of cells, which the formatter chooses.
    const text = readme.replaceAll(/ +\|/g, ' |')
    for (const { name, operands } of commands) {
      const places = Object.entries(operands).map(([operand, about]) =>
        toPlaceholder(operand, about),
      )
      const words = [name, ...places]
      expect(text).toContain(`| \`${words.join(' ')}\` |`)
    }
    for (const variable of Object.keys(environmentVariables))
      expect(text).toContain(`\`${variable}\``)
    for (const [code, { exitCode, when }] of Object.entries(cliErrors)) {
      expect(text).toContain(`| \`${code}\` | ${exitCode} | ${when} |`)
    }
  })
})
