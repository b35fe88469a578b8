import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { serveDocs } from '../src/serve-docs.ts'

it('serves the files of the folder and nothing outside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  writeFileSync(join(folder, 'index.html'), 'the landing page')
  const server = await serveDocs({ folder, port: 0 })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect(await (await fetch(`${base}/`)).text()).toBe('the landing page')
    expect((await fetch(`${base}/%2e%2e%2f%2e%2e%2fetc/passwd`)).status).toBe(404)
    expect((await fetch(`${base}/nothing.html`)).status).toBe(404)
  } finally {
    server.close()
    rmSync(folder, { recursive: true })
  }
})
