import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scaled } from '@partner-platform/harness'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importMutant } from '../import-mutant.ts'
import { accepted, DeliveryModel, failed, type Machines, machines } from './delivery-model.ts'
import { must, type Seen } from './delivery-rules.ts'
import { mutants } from './machine-mutants.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
/** 10^5 in `test:check`. */
const sequences = scaled(10_000)
const dayMs = 86_400_000

type Last = { goesOn: (model: DeliveryModel) => void; rule: string }

/** Ways in which the world may continue forever. In each, every delivery must end. */
const lasts: Last[] = [
  {
    // A person must enable what a person disabled, or nothing would be sent.
    goesOn(model) {
      model.operate('operator-enabled')
      model.attemptNext(accepted)
    },
    rule: 'success ends everything',
  },
  { goesOn: (model) => void model.attemptNext(accepted), rule: 'a probe ends the wait' },
  { goesOn: (model) => void model.attemptNext(failed), rule: 'failure ends everything' },
  {
    goesOn(model) {
      model.operate('operator-disabled')
      model.wait(dayMs)
    },
    rule: 'time ends everything',
  },
]
// Enough for three deliveries of ten steps, and a daily probe for 31 days.
const rounds = 200

function play(commands: Uint8Array, { given, seen }: { given: Machines; seen: Seen }): void {
  const model = new DeliveryModel(given, seen)
  model.create()
  for (let index = 1; index + 1 < commands.length; index += 2) {
    model.run(Number(commands[index]), Number(commands[index + 1]))
  }
  const last = lasts[Number(commands[0]) % lasts.length]
  for (let round = 0; round < rounds && !model.isOver(); round++) {
    const before = model.nowMs
    last?.goesOn(model)
    // If nothing could be sent, let time pass.
    model.wait(model.nowMs === before ? dayMs : 0)
  }
  must(model.isOver(), last?.rule ?? '')
}

/** The rule that some sequence breaks, or null. */
function findBroken(given: Machines, { runs = 100_000, seen = {} as Seen } = {}): string | null {
  const commands = fc.uint8Array({ minLength: 1, maxLength: 61, size: 'max' })
  const property = fc.property(commands, (bytes) => play(bytes, { given, seen }))
  const found = fc.check(property, { numRuns: runs, seed })
  if (!found.failed) return null
  const { errorInstance, counterexample } = found
  return errorInstance instanceof Error ? errorInstance.message : String(counterexample)
}

describe(`the model of deliveries (SEED=${seed})`, () => {
  it(`I6 stays in one state at a time and reaches an end in ${sequences} sequences of commands`, () => {
    const seen: Seen = {}
    expect(findBroken(machines, { runs: sequences, seen })).toBeNull()
    // The sequences must have reached these cases.
    for (const state of ['pending', 'held']) {
      for (const event of ['attempt-ended', 'late attempt', 'probe', 'last step', 'gone']) {
        expect(seen[`${state}, ${event}`], `${state}, ${event}`).toBeGreaterThan(10)
      }
    }
    for (const state of ['pending', 'held']) {
      expect(seen[`${state}, expired`], state).toBeGreaterThan(10)
    }
    expect(seen['dead-letter, in time']).toBeGreaterThan(0)
    expect(seen['dead-letter, replayed']).toBeGreaterThan(10)
  })

  const health = readFileSync(
    join(import.meta.dirname, '../../src/deliver/endpoint-health.ts'),
    'utf8',
  )

  it.each(mutants)('I6 finds a machine that breaks: $rule', async ({ from, to, rule }) => {
    const file = health.includes(from) ? 'endpoint-health.ts' : 'retry-machine.ts'
    const mutant = await importMutant<Machines>({ file: `deliver/${file}`, from, to })
    expect(findBroken({ ...machines, ...mutant })).toMatch(new RegExp(`broken: (${rule})`))
  })
})
