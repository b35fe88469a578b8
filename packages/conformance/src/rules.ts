export type Rule = {
  /** In one sentence. */
  says: string
  /** `source`: the interface document itself. `decision`: a record that fills in what it leaves open. */
  from: 'source' | 'decision'
}

const source = {
  '2.1.minimal': 'A country has exactly four members: uuid, name, isoCode and currency.',
  '2.2.status': 'The envelope of a success says status true.',
  '2.2.statusCode': 'The envelope carries the HTTP status of its response.',
  '2.2.result': 'The envelope carries the supported countries as an array.',
  '2.3.timestamp': 'The time of an event is an ISO 8601 date-time in UTC, with milliseconds.',
  '2.3.submission.status': 'A status is text; two of its values are known.',
  '2.3.submission.contactStatus': 'A contact status is text; one of its values is known.',
  '2.3.submission.visa.uuid': 'A UUID identifies a visa.',
  '2.3.submission.applicant.firstName': 'A given name is any text.',
  '2.3.submission.applicant.phone': 'The phone is in one sample and absent from the other.',
  '2.3.submission.feedbackDocsUrl': 'The links are an array of URLs, of any length.',
  '3.trigger': 'Each change of a status sends an event.',
  '4.1.method': 'The countries are listed by GET.',
  '4.1.rule1': 'Every response carries rate-limit headers.',
  '4.1.rule2': 'The origin of a browser is checked, depending on the environment.',
  '4.1.success': 'A success is HTTP 200 with a JSON body.',
  '5.2': 'The key is sent as a bearer token, or in its own header.',
  '5.3': 'A key that is not allowed for the environment or the origin is rejected with 403.',
  '5.4': 'A missing or invalid key is rejected with 401.',
  '5.5': 'The signature confirms, before processing, that the service sent the payload.',
  '5.6': 'A payload that fails verification is rejected or quarantined.',
  '6.1.3': 'The name of the event is in a header and in the body, and the body decides.',
  '6.3': 'A granted submission has all three conditional fields.',
  '6.4.1': 'Any other submission has none of the three conditional fields.',
  '6.4.2': 'A receiver accepts remarks on any status.',
  '6.5.1': 'A receiver answers quickly.',
  '6.5.2': 'Failed deliveries may be sent again.',
  '7.429': 'A call beyond the rate limit of its key is answered with 429.',
  '7.other': 'Any status but 200, 401, 403 and 429 is unexpected.',
} as const

const decisions = {
  'D-001': 'The signature is HMAC-SHA256 over the exact bytes of the body.',
  'D-002': 'A signature is one header line of the prefix and 64 lower-case hexadecimal digits.',
  'D-003':
    'A new secret has 32 random bytes; a receiver accepts other secrets too, but not an empty one.',
  'D-004': 'A receiver has a list of secrets and accepts what any of them signed.',
  'D-005': 'Duplicates and replays are found by signed content only.',
  'D-006': 'A receiver checks in a fixed order, and stores before it answers.',
  'D-007': 'A body that fails verification is answered with 401 and quarantined.',
  'D-008': 'A verified body that cannot be read is accepted and quarantined.',
  'D-009': 'A receiver answers 202, or 413, 415, 405 or 503, depending on what is wrong.',
  'D-010': 'Any 2xx in time is a success, and nothing else is; a redirect is never followed.',
  'D-011': 'An attempt may take 15 seconds.',
  'D-012': 'Failed deliveries are sent again for days, with identical bytes.',
  'D-014': 'No order of delivery is promised; the newer timestamp wins.',
  'D-015': 'The rate limit is a sliding window per key, shown in two headers of every response.',
  'D-016': 'Every error has the same envelope.',
  'D-017': 'All causes of 401 look alike.',
  'D-018': 'A 403 does not say why.',
  'D-019': 'Two key headers must agree, and neither may repeat.',
  'D-021': 'An origin must equal one that the environment of the key lists.',
  'D-022': 'A country has fixed formats, and a list may be cached for a limited time.',
  'D-023': 'An event has fixed formats; its statuses are open sets.',
  'D-024': 'The body names the event; unknown events are kept, not handled.',
  'D-026': 'Within v1 the contract only grows; readers accept unknown fields.',
} as const

export type RuleId = keyof typeof source | keyof typeof decisions

/** Every rule that a check rests on, by id. */
export const rules: Readonly<Record<RuleId, Rule>> = Object.fromEntries([
  ...Object.entries(source).map(([id, says]) => [id, { says, from: 'source' }]),
  ...Object.entries(decisions).map(([id, says]) => [id, { says, from: 'decision' }]),
])
