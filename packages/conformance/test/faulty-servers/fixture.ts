import type { RuleId } from '../../src/rules.ts'
import type { Opened } from '../open-server.ts'
import { openFaultyServer, type Parts } from './faulty-server.ts'

/** A server with one fault, and what the checks must say of it. */
export type FaultyServer = {
  name: string
  /** The rule that the first of `breaks` must name. */
  rule: RuleId
  /** Ids of all checks with a finding; all others find nothing. */
  breaks: readonly string[]
  listen: () => Promise<Opened>
}

export const faulty = (
  name: string,
  { rule, breaks }: Pick<FaultyServer, 'rule' | 'breaks'>,
  changes: Partial<Parts>,
): FaultyServer => ({ name, rule, breaks, listen: () => openFaultyServer(changes) })

/** Changes the answers of one status. */
export const changing =
  (status: number, change: Parts['finish']): Parts['finish'] =>
  (answered, request) =>
    answered.status === status ? change(answered, request) : answered

/** Takes a header from the answers of one status. */
export const without = (name: string, status: number): Parts['finish'] =>
  changing(status, ({ headers: { [name]: _, ...headers }, ...rest }) => ({ ...rest, headers }))
