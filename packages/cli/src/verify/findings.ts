/** What may be wrong with a signature: what was found by trying, and what to fix. */
export const findings = {
  'signature-missing': {
    says: 'There is no signature header.',
    next: 'Enable signature verification for the integration, or look for a proxy that drops headers.',
  },
  'header-renamed': {
    says: 'The signature is in a header with a different name.',
    next: 'Look for a proxy or framework that renames headers, or correct the sender.',
  },
  'header-repeated': {
    says: 'The signature header is repeated or contains a list.',
    next: 'Look for a proxy that repeats or joins headers: exactly one line is accepted.',
  },
  'white-space': {
    says: 'White space, quotes or other odd characters are in or around the signature.',
    next: 'Send the value exactly as computed, with nothing before, inside or after it.',
  },
  'prefix-missing': {
    says: 'The signature lacks its prefix.',
    next: 'Send the prefix, and compare the whole header, not a part of it.',
  },
  'prefix-wrong': {
    says: 'The signature has a different prefix.',
    next: 'Receivers that follow the contract accept only its prefix, in lower case.',
  },
  base64: { says: 'The digest is base64.', next: 'Write it as hexadecimal digits.' },
  'no-digest': {
    says: 'The signature header does not contain a digest.',
    next: 'Send the prefix and the hexadecimal digits of the digest, nothing else.',
  },
  'wrong-length': {
    says: 'No known digest has this length.',
    next: 'Look for a value that was cut off or joined with another.',
  },
  'other-algorithm': {
    says: 'The signature is a digest by a different algorithm.',
    next: 'Receivers that follow the contract accept only HMAC-SHA256.',
  },
  'not-keyed': {
    says: 'The signature is a plain hash: of the body alone, or of the secret and the body.',
    next: 'Sign with HMAC-SHA256: anyone can compute such a hash.',
  },
  'older-secret': {
    says: 'The request was signed with a secret that is not the newest.',
    next: 'During a rotation, do nothing. Afterwards, give the sender the newest secret.',
  },
  'other-environment': {
    says: 'The request was signed with a secret from --other-secret-file.',
    next: 'Check the callback URL and the secret: they belong to different environments.',
  },
  'secret-malformed': {
    says: 'One of your secrets is unusable as written.',
    next: 'Use the secret exactly as the service showed it, with nothing around it.',
  },
  'secret-prefix-missing': {
    says: 'The signature fits your secret once you put the prefix before the secret.',
    next: 'If the service showed a prefix, keep it. If not, decode the secret from base64 and pass the bytes to your verifier.',
  },
  'secret-as-text': {
    says: 'The text of the secret was used as the key.',
    next: 'According to the contract, the key is what the base64 after the prefix decodes to. If the service signs with the text, pass the bytes of the text to your verifier.',
  },
  'secret-prefix-decoded': {
    says: 'The prefix of the secret was decoded together with its base64.',
    next: 'Cut the prefix off before decoding.',
  },
  'secret-as-hex': {
    says: 'The hexadecimal digits of the secret were used instead of base64, or as text.',
    next: 'According to the contract, the key is what the base64 decodes to. If the service means hexadecimal, decode that and pass the bytes to your verifier.',
  },
  'secret-empty': {
    says: 'The request was signed without a secret: with an empty key, or with a word such as undefined.',
    next: 'Look for a setting that was not read, and refuse to start without a secret.',
  },
  'body-empty': {
    says: 'The signature fits an empty body.',
    next: 'Read the raw body once, before any body parser, and sign or verify that.',
  },
  'body-reserialised': {
    says: 'The signature fits this JSON printed in a different way, not these bytes.',
    next: 'Verify the raw body: keep the bytes before anything parses them, and sign exactly what is sent.',
  },
  'body-line-end': {
    says: 'The signature fits the body with different line endings.',
    next: 'Look for an editor, a template or a transfer in text mode that changed line endings.',
  },
  'body-trimmed': {
    says: 'The signature fits the body with different white space around it.',
    next: 'Do not trim the body, and do not add to it.',
  },
  'body-bom': {
    says: 'The signature fits the body if a byte order mark is added or removed.',
    next: 'Read and write the body as bytes, not as text.',
  },
  'body-encoding': {
    says: 'The signature fits the body in a different character encoding or Unicode normal form.',
    next: 'Read and write the body as bytes, not as text in another encoding.',
  },
  'body-quoted': {
    says: 'The signature fits the body as a JSON string.',
    next: 'The body was serialized twice: sign and send the first result.',
  },
  'body-longer': {
    says: 'Something was added: the signature matches only the first Content-Length bytes.',
    next: 'Save the request byte for byte, as partner-platform listen --record does.',
  },
  'body-shorter': {
    says: 'The body has fewer bytes than Content-Length says.',
    next: 'Save the whole request byte for byte, as partner-platform listen --record does.',
  },
  'body-chunked': {
    says: 'The signature fits the body without its chunk headers.',
    next: 'Save the body as the server delivers it, without the chunked encoding of the transfer.',
  },
  unexplained: {
    says: 'A different secret signed the request, or the body was changed: no combination of your secrets and the tried forms of the body gives this signature.',
    next: 'Compare your secret with the secret of this environment, and save the request byte for byte.',
  },
} as const satisfies Record<string, { says: string; next: string }>

export type FindingCode = keyof typeof findings

/** One mistake, and the form in which it was found. */
export type Mistake = { code: FindingCode; as?: string }
