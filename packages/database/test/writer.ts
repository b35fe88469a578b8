import { writeSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { notes, openTestDatabase } from './open-test-database.ts'

/**
 * A process that owns a data folder: writes rows with their jobs without end, says each number when it
 * is committed, and waits to be killed. With `ack-first` it says the last number before it commits.
 */
const [folder = '', firstId = '1', mutant] = process.argv.slice(2)
const say = (line: string) => void writeSync(1, `${line}\n`)

const database = await openTestDatabase({ kind: 'embedded', folder })
say('open')
for (let id = Number(firstId); ; id++) {
  await database.transaction(async (tx) => {
    await tx.insert(notes).values({ id, text: 'x'.repeat(1 + (id % 3_000)) })
    await tx.execute(sql`update notes set text = ${String(id)} where id = 0`)
    await database.jobs.send('errands', { id }, { db: database.within(tx) })
    if (mutant === 'ack-first' && id === Number(firstId) + 3) {
      say(String(id))
      await new Promise(() => setInterval(() => {}, 1_000))
    }
  })
  say(String(id))
}
