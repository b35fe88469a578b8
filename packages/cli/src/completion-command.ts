import { type Command, choice, defineCommand, isFlag, type Option } from './command.ts'

const scripts = { bash: toBash, fish: toFish, zsh: toZsh }

export const completionCommand = defineCommand({
  name: 'completion',
  says: 'Print a script that completes commands, options and their values in a shell.',
  operands: { shell: choice(['bash', 'fish', 'zsh'], 'One of') },
  options: {},
  environment: [],
  examples: {
    'completion bash > ~/.local/share/bash-completion/completions/partner-platform': 'For bash',
    'completion fish > ~/.config/fish/completions/partner-platform.fish': 'For fish',
    'completion zsh > "$fpath[1]/_partner-platform"': 'For zsh',
  },
  async run({ shell }, _io, commands) {
    const script = scripts[shell](commands)
    return { exitCode: 0, document: { ok: true, shell, script }, text: script.trimEnd() }
  },
})

const bin = 'partner-platform'

/** A first word of the command line; a group has second words. */
type Word = { word: string; seconds: string[]; says: string; members: Command[] }

function firstWords(commands: readonly Command[]): Word[] {
  const words = new Set(commands.map(({ name }) => name.split(' ', 1).join()))
  return [...words].map((word) => {
    const members = commands.filter(({ name }) => name.split(' ', 1).join() === word)
    const seconds = members.flatMap(({ name }) => name.split(' ').slice(1))
    return { word, seconds, members, says: seconds.join(', ') || (members[0]?.says ?? '') }
  })
}

/** A text as one word of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Completions for bash 3.2 and later. */
function toBash(commands: readonly Command[]): string {
  const words = firstWords(commands)
  const groups = words.filter(({ seconds }) => seconds.length > 0)
  const first = [...words.map(({ word }) => word), '--help', '--version'].join(' ')
  return `# Load it with: source <(${bin} completion bash)
_partner_platform() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]}
  COMPREPLY=()
  _partner_platform_words() { COMPREPLY=($(compgen -W "\${*// /$'\\n'}" -- "$current")); }
  if (( COMP_CWORD == 1 )); then ${bashWords(first)}; return; fi
${groups
  .map(
    ({ word, seconds }) => `  if [[ $command == ${word} ]]; then
    if (( COMP_CWORD == 2 )); then ${bashWords(seconds.join(' '))}; return; fi
    command="$command \${COMP_WORDS[2]}"
  fi`,
  )
  .join('\n')}
  case "$command $previous" in
${commands.flatMap(toBashValues).join('\n')}
  esac
  case "$command" in
${commands.map(toBashCase).join('\n')}
  esac
}
complete -o filenames -F _partner_platform ${bin}
`
}

const bashWords = (words: string) => `_partner_platform_words ${quote(words)}`

const toBashValues = ({ name, options }: Command): string[] =>
  Object.entries(options)
    .filter(([, about]) => !isFlag(about))
    .map(([option, about]) => `    ${quote(`${name} --${option}`)}) ${bashValue(about)}return ;;`)

function toBashCase({ name, options, operands }: Command): string {
  const values = Object.values(operands).map(bashValue).join('')
  const flags = bashWords([...Object.keys(options), 'help'].map((one) => `--${one}`).join(' '))
  if (values === '') return `    ${quote(name)}) ${flags} ;;`
  return `    ${quote(name)}) if [[ $current == -* ]]; then ${flags}; else ${values}:; fi ;;`
}

/** The shell command that completes a value; empty if the value is free text. */
function bashValue({ choices, names }: Option): string {
  if (choices) return `${bashWords(choices.join(' '))}; `
  return names ? `COMPREPLY=($(compgen ${names === 'folder' ? '-d' : '-f'} -- "$current")); ` : ''
}

/** Completions for zsh. */
function toZsh(commands: readonly Command[]): string {
  const words = firstWords(commands)
  const groups = words.filter(({ seconds }) => seconds.length > 0)
  return `#compdef ${bin}
# Load it with: source <(${bin} completion zsh)
_partner_platform() {
  local -a commands=(
${words.map(({ word, says }) => `    ${quote(`${word}:${says.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT -= 1 ))
${groups
  .map(
    ({ word, seconds }) => `  if [[ $command == ${word} ]]; then
    if (( CURRENT == 2 )); then compadd ${seconds.join(' ')}; return; fi
    command="$command $words[2]"
    shift words; (( CURRENT -= 1 ))
  fi`,
  )
  .join('\n')}
  case $command in
${commands.map(toZshCase).join('\n')}
  esac
}
# Loaded from a file of fpath, this is the completion itself.
if [[ $funcstack[1] == _${bin} ]]; then _partner_platform "$@"; else compdef _partner_platform ${bin}; fi
`
}

const helpSays = 'Show the options of the command, with examples.'

function toZshCase({ name, options, operands }: Command): string {
  const specs = [
    ...Object.entries(options).map(([option, about]) => {
      const says = about.says.replaceAll(/[[\]:\\]/g, '\\$&')
      return `${about.repeats ? '*' : ''}--${option}[${says}]${zshValue(about, option)}`
    }),
    `(- *)--help[${helpSays}]`,
    ...Object.entries(operands).map(
      ([operand, about], index) => `${about.repeats ? '*' : index + 1}${zshValue(about, operand)}`,
    ),
  ]
  return `    ${quote(name)}) _arguments ${specs.map(quote).join(' ')} ;;`
}

function zshValue(about: Option, name: string): string {
  if (isFlag(about)) return ''
  const { choices, names } = about
  const files = names === 'folder' ? '_files -/' : names === 'file' ? '_files' : ' '
  return `:${name}:${choices ? `(${choices.join(' ')})` : files}`
}

/** Completions for fish. */
function toFish(commands: readonly Command[]): string {
  const words = firstWords(commands)
  const complete = (condition: string, rest: string) =>
    `complete -c ${bin} -n ${quoteFish(condition)} ${rest}`
  return [
    `# Load it with: ${bin} completion fish | source`,
    `complete -c ${bin} -f`,
    ...words.map(({ word, says }) =>
      complete('__fish_use_subcommand', `-a ${word} -d ${quoteFish(says)}`),
    ),
    ...words.flatMap(({ word, seconds, members }) =>
      seconds.map((second, index) => {
        const others = `not __fish_seen_subcommand_from ${seconds.join(' ')}`
        const says = quoteFish(members[index]?.says ?? '')
        return complete(`${seenIn(word)}; and ${others}`, `-a ${second} -d ${says}`)
      }),
    ),
    ...commands.flatMap(({ name, options, operands }) => {
      const condition = name.split(' ').map(seenIn).join('; and ')
      return [
        ...Object.entries(options).map(([option, about]) =>
          complete(condition, `-l ${option}${fishValue(about)} -d ${quoteFish(about.says)}`),
        ),
        complete(condition, `-l help -d ${quoteFish(helpSays)}`),
        ...Object.values(operands).flatMap(({ choices, names }) => {
          if (choices) return [complete(condition, `-a ${quoteFish(choices.join(' '))}`)]
          return names ? [complete(condition, '-F')] : []
        }),
      ]
    }),
    '',
  ].join('\n')
}

const seenIn = (word: string) => `__fish_seen_subcommand_from ${word}`

function fishValue(about: Option): string {
  if (isFlag(about)) return ''
  if (about.choices) return ` -x -a ${quoteFish(about.choices.join(' '))}`
  return about.names ? ' -r -F' : ' -x'
}

const quoteFish = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
