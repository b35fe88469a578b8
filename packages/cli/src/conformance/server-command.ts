import { checkServer } from '@partner-platform/conformance'
import { defineCommand, file, flag, text, url } from '../command-line/command.ts'
import { apiKeyOption, readApiKey, readKeyFile } from '../secrets.ts'
import { commonOptions, reportOptions, runCheck } from './run-check.ts'

export const conformanceServerCommand = defineCommand({
  name: 'conformance server',
  says: "Check anyone's server of the countries operation against the contract, rule by rule.",
  operands: { url: url('The base URL, such as http://127.0.0.1:4010.') },
  options: {
    ...apiKeyOption,
    'other-environment-key-file': file(
      'File with an active key of another environment, to check that it is refused.',
    ),
    'revoked-key-file': file('File with a revoked key, to check that it is refused.'),
    'allowed-origin': text(
      'ORIGIN',
      'An origin that the environment allows to browsers, such as https://partner.example.',
    ),
    'exhaust-limit': flag("Also use up the key's rate limit, to check the answer after it."),
    ...reportOptions,
  },
  environment: ['PARTNER_PLATFORM_API_KEY', 'NO_COLOR'],
  examples: {
    'conformance server http://127.0.0.1:4010 --api-key-file key.txt': 'A report on the terminal',
    'conformance server http://127.0.0.1:4010 --exhaust-limit --format html --out report.html':
      'All checks, as a web page',
  },
  async run(given, io) {
    const baseUrl = given.url.href
    const apiKey = await readApiKey(io, given['api-key-file'])
    const otherKey = await readOptional(given['other-environment-key-file'])
    const revokedKey = await readOptional(given['revoked-key-file'])
    const allowedOrigin = given['allowed-origin']
    return runCheck(
      (onProgress) =>
        checkServer({
          baseUrl,
          apiKey,
          ...(otherKey === undefined ? {} : { otherEnvironmentKey: otherKey }),
          ...(revokedKey === undefined ? {} : { revokedKey }),
          ...(allowedOrigin === undefined ? {} : { allowedOrigin }),
          ...commonOptions(given),
          exhaustLimit: given['exhaust-limit'],
          onProgress,
        }),
      given,
      io,
    )
  },
})

const readOptional = async (file: string | undefined) =>
  file === undefined ? undefined : readKeyFile(file)
