import { writeFileSync } from 'node:fs'
import { validExample } from '@partner-platform/contract-kit'
import { messages } from '@partner-platform/types'
import { createSecret, signPayload } from '@partner-platform/webhooks'

/** Writes a saved request, and a file with the secret that signed it. */
export async function signSavedRequest(files: { request: string; secret: string }): Promise<void> {
  const secret = createSecret()
  const { payload, method, headers } = messages.submissionUpdated
  const { bytes: body } = validExample(`${payload}/visa-granted`)
  const signature = await signPayload({ body, secret })
  const name = Object.keys(headers).find((one) => one.endsWith('Signature'))
  const head = `${method} /webhooks HTTP/1.1\r\n${name}: ${signature}\r\n\r\n`
  writeFileSync(files.request, Buffer.concat([Buffer.from(head), body]))
  writeFileSync(files.secret, secret)
}
