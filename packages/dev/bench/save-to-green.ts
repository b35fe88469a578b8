import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { copyRepository } from '../src/copy-repository.ts'
import { startDev } from '../test/check/dev/start-dev.ts'
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
const { folder, remove } = copyRepository()
const dev = await startDev(folder).catch((error) => {
  remove()
  throw error
})
try {
  await dev.green()
  console.log(`Each saved ${rounds} times; Node ${process.version}, ${cpus().length} cores`)
  for (const [what, steps] of Object.entries(edits)) {
    const took: number[] = []
    for (let round = 0; round < rounds; round++) {
      const green = dev.green()
      const saves = steps.map(({ file, edit }) => {
        const path = join(folder, file)
        return { path, text: edit(readOrEmpty(path), (round + 1) % rounds) }
      })
      const sinceMs = performance.now()
      for (const { path, text } of saves) writeFileSync(path, text)
      const said = await green
      took.push(performance.now() - sinceMs)
      console.log(said.trimEnd().split('\n').at(-1))
    }
    took.sort((one, other) => one - other)
    const seconds = (ms = Number.NaN) => (ms / 1_000).toFixed(1)
    const [median, worst] = [seconds(took[rounds / 2]), seconds(took.at(-1))]
    console.log(`${what}: from save to green ${median} s, at worst ${worst} s`)
  }
} finally {
  await dev.stop()
  remove()
}
