/** Sources of one package, and the tests that must kill their mutants. */
export type Part = {
  /** Relative to the root. */
  folder: string
  /** Relative to the folder; globs. */
  files: readonly string[]
  /** Test files below `test/`, without their ending; a stage runs where those before it were green. */
  stages: readonly (readonly string[])[]
  /** Only the tests with this in their names. */
  only?: string
}

/** A part of the contract or of the code whose mutants are counted together. */
export type Group = {
  name: string
  what: string
  /** Share of the mutants that must be killed, in percent. */
  targetPercent: number
  /** Most mutants to try: a sample of them if there are more. */
  limit: number
  /** Without parts it is the contract itself. */
  parts: readonly Part[]
}

const server = (part: Omit<Part, 'folder'>): Part => ({ folder: 'apps/server', ...part })
const webhooks = (part: Omit<Part, 'folder'>): Part => ({ folder: 'packages/webhooks', ...part })

const code = (name: string, what: string, parts: readonly Part[]): Group => ({
  name,
  what,
  parts,
  targetPercent: 90,
  limit: 60,
})

const verifier = webhooks({
  files: [
    'src/{signature,secrets,to-bytes,headers}.ts',
    'src/{parse-webhook,parse-event,parse-json}.ts',
  ],
  stages: [
    ['verify-signature', 'secrets', 'options', 'parse-webhook'],
    ['bad-bodies', 'receivers', 'imperfect'],
    ['contract'],
  ],
})

const receiver = webhooks({
  files: ['src/{create-webhook-receiver,parse-instant,deduplicate}.ts'],
  stages: [
    ['deduplicate', 'options', 'receivers', 'parse-webhook'],
    ['body-reading', 'imperfect'],
    ['contract'],
  ],
})

const inbox: Part = {
  folder: 'apps/receiver',
  files: ['src/inbox/keep-*.ts'],
  stages: [
    ['inbox/events', 'inbox/quarantine', 'inbox/forgetting', 'inbox/accept', 'inbox/view'],
    ['handle/handling', 'receiver'],
    ['check/postgres'],
  ],
}

const limiter = server({
  files: ['src/limits/*.ts'],
  stages: [
    ['limits/rate-limiter', 'limits/shared-rate-limiter.stores'],
    ['limits/rate-limiter.property'],
    ['contract'],
  ],
})

const rulebook = webhooks({ files: ['src/delivery.ts'], stages: [['delivery-rules']] })

const retry = server({
  files: ['src/deliver/{retry-machine,endpoint-health}.ts'],
  stages: [
    ['deliver/retry-machine', 'deliver/endpoint-health'],
    ['deliver/delivery-model.property'],
  ],
})

const guard = server({
  files: ['src/deliver/guard/*.ts'],
  stages: [
    ['deliver/guard/callback-urls', 'deliver/guard/resolve-host'],
    ['deliver/guard/names-that-change'],
  ],
})

const access = server({
  files: ['src/access/*.ts', 'src/contract/check-response.ts', 'src/http/matches-entity-tag.ts'],
  stages: [
    ['contract/response-check', 'countries/conditional'],
    ['access/access', 'keys/fresh-access.stores'],
    ['contract'],
  ],
})

const sender = server({
  files: ['src/deliver/{send-webhook,post-webhook,exchange}.ts'],
  stages: [
    ['deliver/send-webhook', 'deliver/post-webhook'],
    ['deliver/faults-lies', 'deliver/faults-size'],
    ['deliver/faults-time'],
  ],
})

/** The groups, in the order of the report. */
export const groups: readonly Group[] = [
  {
    name: 'specs',
    what: 'openapi.yaml, asyncapi.yaml and the schemas, against the checks of the contract',
    targetPercent: 100,
    limit: Number.POSITIVE_INFINITY,
    parts: [],
  },
  code('verifier', 'signatures and bodies of webhooks', [verifier]),
  code('receiver', 'answers, deduplication and the inbox', [receiver, inbox]),
  code('limiter', 'the rate limits', [limiter]),
  code('retry', 'retries and the health of endpoints', [rulebook, retry]),
  code('guard', 'callback URLs that must not be called', [guard]),
  code('server', 'keys, origins, responses as declared', [access]),
  code('sender', 'the delivery over HTTP', [sender]),
]
