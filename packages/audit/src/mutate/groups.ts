import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Sources of one package, and the tests that must kill their mutants. */
export type Part = {
  /** Relative to the root. */
  folder: string
  /** Relative to the folder; globs. */
  files: readonly string[]
  /** Test files below `test/`, without their ending; a stage runs where those before it were green. */
  stages: readonly (readonly string[])[]
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

const rows: (Pick<Group, 'name' | 'what'> & Partial<Group>)[] = parse(
  readFileSync(new URL('./groups.yaml', import.meta.url), 'utf8'),
)

export const groups = rows.map(
  (row): Group => ({ targetPercent: 90, limit: 60, parts: [], ...row }),
)

export type MutateOptions = {
  list: boolean
  groups: typeof groups
  /** Text that the ids of the mutants begin with or are. */
  only: string | undefined
  /** Most mutants of a group, instead of its own limit. */
  sample: number | undefined
}

type Flags = { group?: string[]; only?: string; sample?: string; list?: boolean }

/** Throws a `TypeError` for an unknown group, or a sample that is not a number. */
export function toMutateOptions({
  group: names,
  only,
  sample,
  list = false,
}: Flags): MutateOptions {
  if (names?.some((name) => !groups.some((group) => group.name === name)))
    throw new TypeError('--group')
  if (sample !== undefined && !/^[1-9]\d{0,5}$/.test(sample)) throw new TypeError('--sample')
  return {
    list,
    only,
    sample: sample === undefined ? undefined : Number(sample),
    groups: groups.filter(({ name }) => names?.includes(name) ?? true),
  }
}
