import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { copyRepository } from '../src/copy-repository.ts'
import { type Edit, newField, readOrEmpty, wordsOfField } from './edits.ts'

// How long it takes from the save of a field until all is green, in a copy of the sources. Not a test: it
// depends on the machine.

const rounds = 10
const edits: Record<string, readonly Edit[]> = {
  'the description of a field': [wordsOfField],
  'a bound of a field': [
    {
      file: 'specs/operator.yaml',
      edit: (text, round) => text.replace(/maxLength: 10\d\b/, `maxLength: 10${round}`),
    },
  ],
  'a new field of the operator surface': [
    {
      file: 'specs/operator.yaml',
      edit: (text, round) =>
        text.replace(
          /(?<= ApiKeyInput:\n[\s\S]*?properties:\n)( {8}note\d:.*\n)?/,
          `        note${round}: { description: A note., type: string, maxLength: 10 }\n`,
        ),
    },
  ],
  'a new field of the webhook, which all code knows': newField,
}
const ports = {
  SERVER_PORT: '0',
  OPERATOR_PORT: '0',
  RECEIVER_PORT: '0',
  INBOX_PORT: '0',
  DOCS_PORT: '0',
}
const { folder, remove } = copyRepository()
const main = join(folder, 'packages/dev/src/dev.ts')
const dev = spawn(process.execPath, ['--conditions=@partner-platform/source', main], {
  cwd: folder,
  env: { ...process.env, ...ports },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(dev, 'close')
let output = ''
const hearers = new Set<() => void>()
dev.stdout.on('data', (chunk) => {
  output += stripVTControlCharacters(String(chunk))
  for (const hear of hearers) hear()
})

/** Resolves with the first match in what it says from now on. */
function says(pattern: RegExp): Promise<RegExpExecArray> {
  const from = output.length
  return new Promise((resolve, reject) => {
    const hear = () => {
      const match = pattern.exec(output.slice(from))
      if (!match) return
      hearers.delete(hear)
      resolve(match)
    }
    hearers.add(hear)
    void ended.then(() => reject(new Error(output)))
  })
}

try {
  await says(/✓ green/)
  console.log(`Each saved ${rounds} times; Node ${process.version}, ${cpus().length} cores`)
  for (const [what, steps] of Object.entries(edits)) {
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const green = says(/✓ green in .*/)
      const saves = steps.map(({ file, edit }) => {
        const path = join(folder, file)
        return { path, text: edit(readOrEmpty(path), (round + 1) % rounds) }
      })
      const sinceMs = performance.now()
      for (const { path, text } of saves) writeFileSync(path, text)
      const [line] = await green
      took.push(performance.now() - sinceMs)
      console.log(`  ${line}`)
    }
    took.sort((one, other) => one - other)
    const seconds = (ms = Number.NaN) => (ms / 1_000).toFixed(1)
    const [median, worst] = [seconds(took[rounds / 2]), seconds(took.at(-1))]
    console.log(`${what}: from save to green ${median} s, at worst ${worst} s`)
  }
} finally {
  dev.kill('SIGTERM')
  await ended
  remove()
}
