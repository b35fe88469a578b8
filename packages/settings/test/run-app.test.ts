import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startApp } from '../src/testing/index.ts'

it('an app that does not stop in time is ended with 1', async () => {
  const { child, ready, ended } = startApp({ file: join(import.meta.dirname, 'stuck-app.ts') })
  await ready
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({
    code: 1,
    stderr: 'Stopping took too long: what was under way is cut off.\n',
  })
})
