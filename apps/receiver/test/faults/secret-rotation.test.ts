import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { triesMutants } from '@partner-platform/harness'
import { until } from '@partner-platform/settings/testing'
import { createSecret } from '@partner-platform/webhooks'
import { describe, it, type TestContext } from 'vitest'
import { useStores } from '../use-store.ts'
import { type Odds, openScene, soundReport } from './open-scene.ts'

const createLocation = useStores()

/** Rotates the secret under load, as the README says: the newest secret first, the file renamed. */
async function rotate(context: TestContext, odds: Odds) {
  const [old, next] = [createSecret(), createSecret()]
  const folder = mkdtempSync(join(tmpdir(), 'partner-platform-secrets-'))
  context.onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secrets')
  const write = (...secrets: string[]) => {
    writeFileSync(`${file}.next`, `${secrets.join('\n')}\n`)
    renameSync(`${file}.next`, file)
  }
  write(old)
  const location = await createLocation('postgres', context)
  const scene = openScene(location, context, { secretsFile: file })
  const receiver = await scene.start(odds)
  const { journal } = scene
  const more = async () => {
    const enough = journal.entries.length + 40
    await until(() => journal.entries.length >= enough, { what: 'deliveries' })
  }
  const byOld = scene.drive(receiver, { secret: old })
  await more()
  // The receiver learns the secret first; the service then signs with either for a while.
  write(next, old)
  await more()
  // Nobody can use this file, so the receiver goes on with the last good one.
  write('whsec_canary!')
  await more()
  const byNext = scene.drive(receiver, { secret: next })
  await more()
  await byOld.stop()
  write(next)
  await more()
  await byNext.stop()
  const statuses = new Set(journal.entries.map(({ status }) => status))
  const stranger = await scene.send(receiver, { secret: old })
  return { scene, receiver, statuses, stranger }
}

describe.concurrent('the file of secrets', { timeout: 300_000 }, () => {
  it('F19 I10 D-004 is rotated under load, and nothing genuine is refused', async (context) => {
    const { expect } = context
    const { scene, receiver, statuses, stranger } = await rotate(context, {})
    expect(statuses).toEqual(new Set([202]))
    const { output } = receiver.process
    expect(output).toContain('"event":"secrets","outcome":"unusable"')
    expect(output).not.toContain('canary!')
    // The rotation took effect: the old secret is no longer accepted.
    expect(stranger.reply?.status).toBe(401)
    const problems = ['1 × quarantined, though genuine']
    expect(await scene.finish(receiver)).toMatchObject({ ...soundReport, problems })
  })

  if (triesMutants)
    it('F19 finds the mutant that forgets the old secret', async (context) => {
      const { statuses } = await rotate(context, { mutant: 'forgets the old secret' })
      context.expect(statuses).toContain(401)
    })
})
