import { defineCommand } from '../command-line/command.ts'
import { examples } from '../generated/examples.ts'
import { formatTable } from '../terminal.ts'

export const examplesCommand = defineCommand({
  name: 'examples',
  says: 'List the examples of the contract that send --example takes.',
  details: [
    'valid: the service may send it; tolerated: a receiver should accept it anyway; invalid and',
    'unparseable: a receiver should quarantine it. All but the valid examples need --force.',
  ],
  operands: {},
  options: {},
  environment: [],
  examples: { examples: 'The name, kind and meaning of each' },
  async run() {
    const rows = Object.entries(examples).map(([name, { folder, says }]) => {
      return { name, folder, says }
    })
    return {
      exitCode: 0,
      document: { ok: true, examples: rows },
      text: formatTable(rows.map(({ name, folder, says }) => [name, folder, says])),
    }
  },
})
