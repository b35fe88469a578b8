import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

type Command<O> = {
  /** The script of the root. */
  name: string
  usage: string
  /** What the flags may be, for the message about a wrong one. */
  expected: string
  options: O
}

type Values<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: O }>
>['values']

/** What `read` makes of the flags. Exits with 0 after `--help`, 2 if `read` throws or a flag is unknown. */
export function readFlags<const O extends ParseArgsOptionsConfig, T>(
  { name, usage, expected, options }: Command<O>,
  read: (values: Values<O>) => T,
): T {
  try {
    const help = { type: 'boolean', short: 'h' } as const
    const { values } = parseArgs({ options: { ...options, help } })
    if ('help' in values && values.help) {
      console.log(usage)
      process.exit()
    }
    return read(values as Values<O>)
  } catch {
    console.error(`Invalid flag or value. ${name} accepts ${expected}`)
    process.exit(2)
  }
}
