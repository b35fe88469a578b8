import { parseArgs } from 'node:util'
import { groups } from './groups.ts'

export type MutateOptions = {
  help: boolean
  list: boolean
  groups: typeof groups
  /** Text that the ids of the mutants begin with or are. */
  only: string | undefined
  /** Most mutants of a group, instead of its own limit. */
  sample: number | undefined
}

/** Throws a `TypeError` for flags that are not those of `--help`. */
export function readMutateOptions(args: string[]): MutateOptions {
  const { values } = parseArgs({
    args,
    options: {
      group: { type: 'string', multiple: true },
      only: { type: 'string' },
      sample: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const wanted = values.group ?? groups.map(({ name }) => name)
  if (!wanted.every((name) => groups.some((group) => group.name === name)))
    throw new TypeError('--group')
  if (values.sample !== undefined && !/^[1-9]\d{0,5}$/.test(values.sample))
    throw new TypeError('--sample')
  return {
    ...{ help: values.help, list: values.list, only: values.only },
    groups: groups.filter(({ name }) => wanted.includes(name)),
    sample: values.sample === undefined ? undefined : Number(values.sample),
  }
}
