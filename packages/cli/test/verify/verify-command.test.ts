import { temporaryFile } from '@partner-platform/settings/testing'
import { createSecret, signatureHeader, signPayload } from '@partner-platform/webhooks'
import { describe, expect, it } from 'vitest'
import { expectRefused, runCommand } from '../run.ts'
import { compactBody, toSaved } from './saved-request.ts'

const secret = createSecret()
const env = { PARTNER_PLATFORM_WEBHOOK_SECRETS: secret }

describe('verify', () => {
  it('5.5 says that a request verifies', async () => {
    const file = temporaryFile(await toSaved(compactBody, secret))
    const { code, stdout, stderr } = await runCommand(['verify', file], { env })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(
      /^✓ signature: verifies with secret 1\n✓ payload: submission\.updated {2}VISA_GRANTED {2}[0-9a-f-]{36}\n {2}notes: timestamp-too-old\n$/,
    )
  })

  it('5.6, D-001 says why a request does not, and what to fix', async () => {
    const saved = await toSaved(compactBody, secret)
    const head = saved.subarray(0, saved.length - compactBody.length)
    const indented = JSON.stringify(JSON.parse(compactBody.toString()), null, 2)
    const file = temporaryFile(Buffer.concat([head, Buffer.from(indented)]))
    const { code, stdout } = await runCommand(['verify', file], { env })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^✗ signature: signature-mismatch\. None of the secrets signed these bytes\.\n {2}body-reserialised: The signature fits this JSON printed in a different way.*\n {4}Verify the raw body: keep.*\n✓ payload: /,
    )
    const json = JSON.parse((await runCommand(['verify', file, '--json'], { env })).stdout)
    expect(json).toMatchObject({
      ok: false,
      file,
      signature: { code: 'signature-mismatch', diagnoses: [{ code: 'body-reserialised' }] },
      payload: { ok: true, event: { submission: { status: 'VISA_GRANTED' } } },
    })
    expect(JSON.stringify(json)).not.toContain('asha')
  })

  it('2.3 says by field what is wrong with a body that verifies', async () => {
    const event = JSON.parse(compactBody.toString())
    event.submission.applicant.email = 7
    delete event.agent
    const file = temporaryFile(await toSaved(Buffer.from(JSON.stringify(event)), secret))
    const { code, stdout } = await runCommand(['verify', file], { env })
    expect(code).toBe(1)
    expect(stdout).toContain('✓ signature: ')
    expect(stdout).toContain('✗ payload: invalid-payload.')
    expect(stdout).toMatch(/\n {2}\/agent {2}/)
    expect(stdout).toMatch(/\n {2}\/submission\/applicant\/email {2}/)
  })

  it('1.4 tries the secrets of other environments, and shows none', async () => {
    const file = temporaryFile(await toSaved(compactBody, secret))
    const own = ['--secret-file', temporaryFile(`${createSecret()}\n`)]
    const others = [
      '--other-secret-file',
      temporaryFile(`# staging\r\n${createSecret()}\r\n${secret}\r\n`),
    ]
    const { code, stdout } = await runCommand(['verify', file, ...own, ...others])
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^✗ signature: .*\n {2}other-environment: .* \(secret 2\)\.\n {4}.*\n✓ payload: /,
    )
    expect(stdout).not.toContain(secret)
  })

  it.each([
    ['saved by hand, with LF between its lines', 'HTTP/1.1\nx-platform-signature:SIGNATURE \n\n'],
    ['of a later HTTP, as servers log it', 'HTTP/2.0\nx-platform-signature: SIGNATURE\n\n'],
  ])('takes a request %s', async (_, head) => {
    const signature = await signPayload({ body: compactBody, secret })
    const saved = `POST /webhooks ${head.replace('SIGNATURE', signature)}${compactBody}`
    expect((await runCommand(['verify', temporaryFile(saved)], { env })).code).toBe(0)
  })

  it('5.6 judges signed JSON that is nested too deep for any printer', async () => {
    const head = `POST / HTTP/1.1\r\n${signatureHeader}: sha256=${'0'.repeat(64)}\r\n\r\n`
    const file = temporaryFile(`${head}${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const { code, stdout } = await runCommand(['verify', file], { env })
    expect(code).toBe(1)
    expect(stdout).toMatch(/signature-mismatch[\s\S]*too-deep|body-too-large/)
  })

  it('takes a secret that can never work for a finding, not for an end', async () => {
    const file = temporaryFile(await toSaved(compactBody, secret))
    const wrong = { PARTNER_PLATFORM_WEBHOOK_SECRETS: secret.slice(6) }
    const { code, stdout } = await runCommand(['verify', file], { env: wrong })
    expect(code).toBe(1)
    expect(stdout).toContain('secret-prefix-missing: ')
  })
})

describe('verify, of a file that is not a saved request', () => {
  const signed = 'POST / HTTP/1.1\r\nHost: x\r\n'
  it.each([
    ['an empty file', '', /it has no blank line between head and body/],
    ['a head without its blank line', signed, /it has no blank line/],
    ['a response', 'HTTP/1.1 202 Accepted\r\n\r\n{}', /it is a response\. Save/],
    ['only JSON', '{"event":1}\n\n', /it does not start with a request line such as POST/],
    ['a header without a colon', `${signed}oops\r\n\r\n{}`, /line 3 is not a header/],
    ['a folded header', `${signed} folded\r\n\r\n{}`, /line 3/],
    ['a header with a control character', `${signed}A: \u0007\r\n\r\n{}`, /line 3/],
    ['a bare CR in its head', `${signed}A: b\rC: d\r\n\r\n{}`, /line 3/],
    [
      'a file that is too large',
      Buffer.alloc(3_000_000),
      /is larger than .*, the limit for a saved/,
    ],
  ])('%s ends with 2 and one line', async (_, bytes, says) => {
    await expectRefused(runCommand(['verify', temporaryFile(bytes)], { env }), says)
  })

  it('escapes control characters in a name', async () => {
    const { stderr } = await runCommand(['verify', '/nowhere/\u001b[2J'], { env })
    expect(stderr).toContain('/nowhere/\\u001b[2J cannot be read')
  })

  it.each([
    ['an empty body', `${signed}\r\n`],
    ['bytes that are not UTF-8', Buffer.from(`${signed}\r\n\xff\xfe\0`, 'latin1')],
  ])('5.6 a request with %s is judged', async (_, bytes) => {
    const { code, stdout } = await runCommand(['verify', temporaryFile(bytes)], { env })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^✗ signature: missing-signature\..*\n[\s\S]*✗ payload: /)
  })
})
