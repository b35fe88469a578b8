import type { ReportFormat, Warning } from '@partner-platform/conformance'
import { environments } from '@partner-platform/types'
import { choice, count, defineCommand, file, flag, repeated, text, url } from './command.ts'
import { apiKeyOption, secretOption } from './secrets.ts'

/** All names of a union. The package that has them as values takes long to load. */
const namesOf = <Name extends string>(names: Record<Name, true>) => Object.keys(names) as Name[]

const warnings = namesOf<Warning>({
  'acted-twice': true,
  'slow-answer': true,
  'content-type': true,
  'open-origins': true,
  advice: true,
})
const reportFormats = namesOf<ReportFormat>({ terminal: true, json: true, junit: true, html: true })

const timeBounds = { min: 1, max: 600_000 }

const reportOptions = {
  environment: choice(environments, 'Name of the environment in the report.'),
  only: repeated(text('ID', 'Run only this check, by its id in the report. Repeatable.')),
  'timeout-ms': count(
    'N',
    'Time limit for one request and its answer; by default, the limit of the contract.',
    timeBounds,
  ),
  'fail-on': repeated(choice(warnings, 'Exit with 1 on this warning too. Repeatable.')),
  format: choice(reportFormats, 'Format of the report.', 'terminal'),
  out: file('Write the report to this file, and print only its last line.'),
}

export const conformanceReceiverCommand = defineCommand({
  name: 'conformance receiver',
  says: "Check anyone's webhook receiver against the contract, rule by rule.",
  details: [
    'Sends genuine and hostile deliveries with events of invented submissions, so use a test receiver.',
    'Some rules need --effects-url, which answers with a JSON list of { uuid, status }: one for each',
    'event that the receiver acted on.',
  ],
  operands: { url: url('The callback URL, such as http://127.0.0.1:4020/webhooks.') },
  options: {
    'effects-url': url('Where the receiver lists the events that it acted on.'),
    'effects-timeout-ms': count(
      'N',
      'Time limit for the receiver to act after its answer.',
      timeBounds,
      5_000,
    ),
    'quick-answer-ms': count('N', 'Time limit of a quick answer.', timeBounds, 2_000),
    slow: flag(
      'Also check that the receiver drops a stalled sender. Takes as long as the receiver waits.',
    ),
    unsigned: flag('For an integration without signature verification.'),
    ...secretOption,
    ...reportOptions,
  },
  environment: ['PARTNER_PLATFORM_WEBHOOK_SECRETS', 'NO_COLOR'],
  examples: {
    'conformance receiver http://127.0.0.1:4020/webhooks --secret-file secret.txt':
      'A report on the terminal',
    'conformance receiver https://hooks.example/visa --format junit --out report.xml':
      'For a build server',
  },
})

export const conformanceServerCommand = defineCommand({
  name: 'conformance server',
  says: "Check anyone's implementation of the countries operation against the contract, rule by rule.",
  operands: { url: url('The base URL, such as http://127.0.0.1:4010.') },
  options: {
    ...apiKeyOption,
    'other-environment-key-file': file(
      'File with an active key of another environment, to check that it is refused.',
    ),
    'revoked-key-file': file('File with a revoked key, to check that it is refused.'),
    'allowed-origin': text(
      'ORIGIN',
      'An origin from which browsers may call in this environment, such as https://partner.example.',
    ),
    'exhaust-limit': flag("Also use up the key's rate limit, to check the answer after it."),
    ...reportOptions,
    environment: choice(
      environments,
      'Environment of the server, for the report. Staging and production must check origins.',
    ),
  },
  environment: ['PARTNER_PLATFORM_API_KEY', 'NO_COLOR'],
  examples: {
    'conformance server http://127.0.0.1:4010 --api-key-file key.txt': 'A report on the terminal',
    'conformance server http://127.0.0.1:4010 --exhaust-limit --format html --out report.html':
      'All checks, as a web page',
  },
})
