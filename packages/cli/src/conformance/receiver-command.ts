import { checkReceiver, type Effect } from '@partner-platform/conformance'
import { count, defineCommand, flag, url } from '../command-line/command.ts'
import { readSecrets, secretOption } from '../secrets.ts'
import { commonOptions, reportOptions, runCheck, timeBounds } from './run-check.ts'

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
  async run(given, io) {
    const { href } = given.url
    const secrets = given.unsigned ? undefined : await readSecrets(io, given['secret-file'])
    const effects = given['effects-url']
    return runCheck(
      (onProgress) =>
        checkReceiver({
          url: href,
          ...(secrets ? { secrets } : {}),
          ...(effects ? { effects: () => fetchEffects(effects) } : {}),
          ...commonOptions(given),
          effectsTimeoutMs: given['effects-timeout-ms'],
          quickAnswerMs: given['quick-answer-ms'],
          slow: given.slow,
          onProgress,
        }),
      given,
      io,
    )
  },
})

const timeoutMs = 5_000

/** What a receiver reports as its effects. The check validates the list. */
async function fetchEffects(url: URL): Promise<readonly Effect[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (response.ok) return (await response.json()) as readonly Effect[]
  throw new Error(`${url.origin} answered ${response.status}, not 200 with a JSON list.`)
}
