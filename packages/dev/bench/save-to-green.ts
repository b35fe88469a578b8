// How long it takes from the save of a field until all is green, in a copy of the sources.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contestant, compare, isSmoke } from '@partner-platform/harness/bench'
import { copyRepository } from '../src/copy-repository.ts'
import { startDev } from '../test/check/dev/start-dev.ts'
import { type Edit, newField, readOrEmpty, wordsOfField } from './edits.ts'

// The tests in `test/check` start `dev` and make the same edits. Starting it once more would take 20 s.
if (isSmoke) process.exit()

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
/** Saves an edit, another in each round. */
const saveAndWait = (name: string, steps: readonly Edit[]): Contestant => {
  let round = 0
  return {
    name,
    async measure() {
      round = (round + 1) % rounds
      const green = dev.green()
      const saves = steps.map(({ file, edit }) => {
        const path = join(folder, file)
        return { path, text: edit(readOrEmpty(path), round) }
      })
      const sinceMs = performance.now()
      for (const { path, text } of saves) writeFileSync(path, text)
      await green
      return { seconds: (performance.now() - sinceMs) / 1_000 }
    },
  }
}
try {
  await dev.green()
  await compare({
    id: 'save-to-green',
    title: 'Save the contract while `dev` runs',
    settings: `From the save until the contract, the code, the types and the apps are green; medians of ${rounds} saves.`,
    rounds,
    contestants: Object.entries(edits).map(([name, steps]) => saveAndWait(name, steps)),
    goals: Object.keys(edits).map((row, index) => {
      return { row, rival: null, figure: 'seconds', atMost: index === 0 ? 1 : 2 }
    }),
  })
} finally {
  await dev.stop()
  remove()
}
