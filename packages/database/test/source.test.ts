import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the source knows nothing of what is stored', () => {
  const folder = join(import.meta.dirname, '..', 'src')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of names.filter((one) => one.endsWith('.ts'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    expect(text, name).not.toMatch(
      /visa|applicant|submission|countr|webhook|agent|deliver|api.?key/i,
    )
  }
})
