import type { Command } from '../command-line/command.ts'
import type { Operand, Option } from '../command-line/option.ts'
import { bin, firstWords, secondWord } from './words.ts'

/** Completions for fish. */
export function toFish(commands: readonly Command[]): string {
  const words = [...firstWords(commands)]
  return [
    `# Load it with: ${bin} completion fish | source`,
    `complete -c ${bin} -f`,
    ...words.map(([word, members]) => {
      const seconds = members.flatMap((member) => secondWord(member) ?? [])
      const says = ` -d ${quoteFish(seconds.length > 0 ? seconds.join(', ') : (members[0]?.says ?? ''))}`
      return `complete -c ${bin} -n __fish_use_subcommand -a ${word}${says}`
    }),
    ...words.flatMap(([word, members]) =>
      members.flatMap((member) => {
        const second = secondWord(member)
        if (second === undefined) return []
        const others = members.flatMap((one) => secondWord(one) ?? []).join(' ')
        const condition = `__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${others}`
        return [
          `complete -c ${bin} -n ${quoteFish(condition)} -a ${second} -d ${quoteFish(member.says)}`,
        ]
      }),
    ),
    ...commands.flatMap(toLines),
    '',
  ].join('\n')
}

function toLines({ name, options, operands }: Command): string[] {
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
  const start = `complete -c ${bin} -n ${quoteFish(seen.join('; and '))}`
  return [
    ...Object.entries(options).map(
      ([option, about]) => `${start} -l ${option}${valueSpec(about)} -d ${quoteFish(about.says)}`,
    ),
    `${start} -l help -d 'What the command takes, with examples.'`,
    ...Object.values(operands).flatMap((about) => {
      if ('choices' in about) return [`${start} -a ${quoteFish(about.choices.join(' '))}`]
      return about.names === undefined ? [] : [`${start} -F`]
    }),
  ]
}

function valueSpec(about: Option | Operand): string {
  if (about.kind === 'flag') return ''
  if ('choices' in about) return ` -x -a ${quoteFish(about.choices.join(' '))}`
  return about.names === undefined ? ' -x' : ' -r -F'
}

const quoteFish = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
