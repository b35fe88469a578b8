import type { Command } from '../command-line/command.ts'
import type { Operand, Option } from '../command-line/option.ts'
import { bin, firstWords, quote, secondWord } from './words.ts'

/** Completions for bash 3.2 and later. */
export function toBash(commands: readonly Command[]): string {
  const words = firstWords(commands)
  const groups = [...words].filter(([, members]) => members.some(secondWord))
  return `# Load it with: source <(${bin} completion bash)
_partner_platform() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]}
  COMPREPLY=()
  _partner_platform_words() { COMPREPLY=($(compgen -W "\${*// /$'\\n'}" -- "$current")); }
  if (( COMP_CWORD == 1 )); then
    _partner_platform_words ${quote([...words.keys(), '--help', '--version'].join(' '))}
    return
  fi
${groups.map(([word, members]) => toGroup(word, members)).join('\n')}
  case "$command $previous" in
${commands.flatMap(toValueCases).join('\n')}
  esac
  case "$command" in
${commands.map(toCommandCase).join('\n')}
  esac
}
complete -o filenames -F _partner_platform ${bin}
`
}

function toGroup(word: string, members: readonly Command[]): string {
  const names = members.flatMap((member) => secondWord(member) ?? []).join(' ')
  return `  if [[ $command == ${word} ]]; then
    if (( COMP_CWORD == 2 )); then _partner_platform_words ${quote(names)}; return; fi
    command="$command \${COMP_WORDS[2]}"
  fi`
}

function toValueCases({ name, options }: Command): string[] {
  return Object.entries(options)
    .filter(([, option]) => option.kind !== 'flag')
    .map(([option, about]) => `    ${quote(`${name} --${option}`)}) ${complete(about)}return ;;`)
}

function toCommandCase({ name, options, operands }: Command): string {
  const flags = [...Object.keys(options), 'help'].map((option) => `--${option}`).join(' ')
  const values = Object.values(operands).map(complete).join('')
  const isOption = `_partner_platform_words ${quote(flags)}`
  if (values === '') return `    ${quote(name)}) ${isOption} ;;`
  return `    ${quote(name)}) if [[ $current == -* ]]; then ${isOption}; else ${values}:; fi ;;`
}

/** The command that completes a value, or nothing where it can be anything. */
function complete(about: Option | Operand): string {
  if ('choices' in about) return `_partner_platform_words ${quote(about.choices.join(' '))}; `
  if (!('names' in about)) return ''
  return `COMPREPLY=($(compgen ${about.names === 'folder' ? '-d' : '-f'} -- "$current")); `
}
