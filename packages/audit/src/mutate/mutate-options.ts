import { groups } from './groups.ts'

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
