import {
  type CheckRow,
  type CheckTable,
  type CheckTexts,
  passedIf,
  toChecks,
  unseen,
  type Verdict,
} from '../engine/check.ts'
import { describeSent, hasStatus, type Sent, sendInTurn } from '../engine/run.ts'
import type { Answer, HeaderLine } from '../http/exchange.ts'
import type { ServerKit } from './server-kit.ts'

export type ServerFinding = { sent: readonly Sent[]; verdict: Verdict }

type ServerRow = CheckRow & {
  /** The option that it needs to send anything. */
  needs?: 'otherEnvironmentKey' | 'revokedKey' | 'allowedOrigin' | 'exhaustLimit'
  /** Whether a 429 is what it looks for. @default false */
  spendsLimit?: boolean
  run: (kit: ServerKit) => Promise<ServerFinding>
}
export type ServerCheck = ServerRow & CheckTexts

export const toServerChecks = (table: CheckTable<ServerRow>): ServerCheck[] => toChecks(table)

/** Judges whether all calls are answered with the status. */
export const expectStatus = (sent: readonly Sent[], status: number): ServerFinding => ({
  sent,
  verdict: passedIf(
    sent.every((one) => hasStatus(one, status)),
    describeSent(sent),
  ),
})

/** The same for a refusal, which proves nothing if the right key is refused as well. */
export async function expectRefusal(
  kit: ServerKit,
  sent: readonly Sent[],
  status: number,
): Promise<ServerFinding> {
  const { verdict } = expectStatus(sent, status)
  const isProof = verdict.kind !== 'passed' || hasStatus(await kit.success(), 200)
  return { sent, verdict: isProof ? verdict : unseen(verdict.received, acceptFirst) }
}

const acceptFirst =
  'Make the server accept your key first. Until then, this refusal proves nothing.'

type Calls = (kit: ServerKit) => Promise<readonly Sent[]>

/** Calls that must be answered with the status. */
export const answers = (status: number, calls: Calls) => ({
  expected: String(status),
  run: async (kit: ServerKit) => expectStatus(await calls(kit), status),
})

/** Calls that must be refused with the status. */
export const refuses = (status: number, calls: Calls) => ({
  expected: String(status),
  run: async (kit: ServerKit) => expectRefusal(kit, await calls(kit), status),
})

/** Calls that must be refused as if they had no key: one for each list of header lines. */
export const refusesKeys = (headersOf: (kit: ServerKit) => readonly (readonly HeaderLine[])[]) =>
  refuses(401, (kit) => sendInTurn(headersOf(kit), (headers) => kit.call(headers)))

/** Judges an answer, which proves something only with this status. */
export const judgesAnswer = (
  status: number,
  call: (kit: ServerKit) => Promise<Sent>,
  judge: (answer: Answer) => Verdict,
) => ({
  async run(kit: ServerKit): Promise<ServerFinding> {
    const sent = await call(kit)
    const next = `Make the server answer ${status} first: until then, this check proves nothing.`
    const isProof = hasStatus(sent, status)
    return {
      sent: [sent],
      verdict: isProof ? judge(sent.answer) : unseen(describeSent([sent]), next),
    }
  },
})

/** Judges the body of a success, if that is an object. */
export const judgesBody = (judge: (body: object) => Verdict) =>
  judgesAnswer(
    200,
    (kit) => kit.success(),
    (answer) => {
      const body = bodyOf(answer)
      return isObject(body)
        ? judge(body)
        : unseen('no JSON object', 'Make the server send a JSON object first.')
    },
  )

/** The JSON value of a body, or `undefined`. Never throws. */
export function bodyOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an unknown value, or `undefined`. */
export const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
