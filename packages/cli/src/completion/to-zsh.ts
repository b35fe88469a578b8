import type { Command } from '../command-line/command.ts'
import type { Operand, Option } from '../command-line/option.ts'
import { bin, firstWords, quote, secondWord } from './words.ts'

/** Completions for zsh. */
export function toZsh(commands: readonly Command[]): string {
  const words = firstWords(commands)
  const rows = [...words].map(([word, members]) => {
    const seconds = members.flatMap((member) => secondWord(member) ?? [])
    const says = seconds.length > 0 ? seconds.join(', ') : (members[0]?.says ?? '')
    return `    ${quote(`${word}:${says.replaceAll(':', '\\:')}`)}`
  })
  return `#compdef ${bin}
# Load it with: source <(${bin} completion zsh)
_partner_platform() {
  local -a commands=(
${rows.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT -= 1 ))
${[...words].flatMap(([word, members]) => toGroup(word, members)).join('\n')}
  case $command in
${commands.map(toCase).join('\n')}
  esac
}
# Loaded from a file of fpath, this is the completion itself.
if [[ $funcstack[1] == _${bin} ]]; then _partner_platform "$@"; else compdef _partner_platform ${bin}; fi
`
}

function toGroup(word: string, members: readonly Command[]): string[] {
  const names = members.flatMap((member) => secondWord(member) ?? [])
  if (names.length === 0) return []
  return [
    `  if [[ $command == ${word} ]]; then
    if (( CURRENT == 2 )); then compadd ${names.join(' ')}; return; fi
    command="$command $words[2]"
    shift words; (( CURRENT -= 1 ))
  fi`,
  ]
}

function toCase({ name, options, operands }: Command): string {
  const specs = [
    ...Object.entries(options).map(([option, about]) => {
      const repeats = about.kind === 'texts' ? '*' : ''
      return `${repeats}--${option}[${escapeSpec(about.says)}]${valueSpec(about, option)}`
    }),
    '(- *)--help[What the command takes, with examples.]',
    ...Object.entries(operands).map(([operand, about], index) => {
      const place = about.kind === 'texts' ? '*' : index + 1
      return `${place}${valueSpec(about, operand)}`
    }),
  ]
  return `    ${quote(name)}) _arguments ${specs.map(quote).join(' ')} ;;`
}

function valueSpec(about: Option | Operand, name: string): string {
  if (about.kind === 'flag') return ''
  if ('choices' in about) return `:${name}:(${about.choices.join(' ')})`
  const files = about.names === 'folder' ? '_files -/' : about.names === 'file' ? '_files' : ' '
  return `:${name}:${files}`
}

const escapeSpec = (text: string) => text.replaceAll(/[[\]:\\]/g, '\\$&')
