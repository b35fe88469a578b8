import { defineCommand } from '../command-line/command.ts'
import type { HttpMessage } from '../http-message/http-message.ts'
import { readHttpFile } from '../http-message/read-http-file.ts'
import { jsonOption } from '../json-option.ts'
import { readSecretFile, readSecretTexts, splitSecretLines } from '../secrets/read-secret-texts.ts'
import { secretOption } from '../secrets/secret-option.ts'
import { describeReport, toReportDocument } from './describe-report.ts'
import type { Suspects } from './diagnose.ts'
import { readPayload, verifyRequest } from './verify-request.ts'

export const verifyCommand = defineCommand({
  name: 'verify',
  says: 'Say whether a saved request verifies, and if not, why: found by trying.',
  details: [
    'FILE holds a request as it came: first line, header lines, blank line, body. It tries other forms',
    'of the body, the secret, the signature and the algorithm, and names the mistake that fits.',
  ],
  operands: {
    file: { kind: 'text', value: 'FILE', names: 'file', says: 'A saved request.' },
  },
  options: {
    ...secretOption,
    'other-secret-file': {
      kind: 'text',
      value: 'FILE',
      names: 'file',
      says: 'Secrets that should not have signed it, such as those of another environment.',
    },
    ...jsonOption,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: [
    ['verify recordings/000001-0f3a9c2e.http', 'With the secrets of the environment'],
    [
      'verify saved.http --secret-file production.txt --other-secret-file staging.txt',
      'Also try the secrets of staging',
    ],
  ],
  async run(given, io) {
    const { file } = given
    const request = await readHttpFile(file)
    const secrets = await readSecretTexts(io, given['secret-file'])
    const others = given['other-secret-file']
    const otherSecrets = others === undefined ? [] : splitSecretLines(await readSecretFile(others))
    const progress = io.progress('Trying …')
    const report = await read(request, { secrets, otherSecrets })
      .then((found) => ({ file, ...found }))
      .finally(progress.stop)
    const { signature, payload } = report
    return {
      exitCode: signature.ok && payload.ok ? 0 : 1,
      document: toReportDocument(report),
      text: describeReport(report, io.style),
    }
  },
})

const read = async (request: HttpMessage, suspects: Suspects) => ({
  signature: await verifyRequest(request, suspects),
  payload: await readPayload(request, Date.now()),
})
