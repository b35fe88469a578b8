import {
  type Command,
  defineCommand,
  jsonOption,
  type Operand,
  type Option,
} from './command-line/command.ts'

const scripts = { bash: toBash, fish: toFish, zsh: toZsh }

export const completionCommand = defineCommand({
  name: 'completion',
  says: 'Print a script that completes commands, options and their values in a shell.',
  operands: {
    shell: { kind: 'choice', choices: ['bash', 'fish', 'zsh'], says: 'One of' },
  },
  options: jsonOption,
  environment: [],
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/partner-platform', 'For bash'],
    ['completion fish > ~/.config/fish/completions/partner-platform.fish', 'For fish'],
    ['completion zsh > "$fpath[1]/_partner-platform"', 'For zsh'],
  ],
  async run({ shell }, _io, commands) {
    const script = scripts[shell](commands)
    return { exitCode: 0, document: { ok: true, shell, script }, text: script.trimEnd() }
  },
})

const bin = 'partner-platform'

/** What the first word of a command line may be, each with the commands that begin with it. */
function firstWords(commands: readonly Command[]): Map<string, Command[]> {
  const words = new Map<string, Command[]>()
  for (const command of commands) {
    const [word = ''] = command.name.split(' ')
    words.set(word, [...(words.get(word) ?? []), command])
  }
  return words
}

/** The second word of a command of two. */
const secondWord = ({ name }: Command): string | undefined => name.split(' ')[1]

/** A text as one word of a shell. */
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Completions for bash 3.2 and later. */
function toBash(commands: readonly Command[]): string {
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
${groups.map(([word, members]) => toBashGroup(word, members)).join('\n')}
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

function toBashGroup(word: string, members: readonly Command[]): string {
  const names = members.flatMap((member) => secondWord(member) ?? []).join(' ')
  return `  if [[ $command == ${word} ]]; then
    if (( COMP_CWORD == 2 )); then _partner_platform_words ${quote(names)}; return; fi
    command="$command \${COMP_WORDS[2]}"
  fi`
}

function toBashValues({ name, options }: Command): string[] {
  return Object.entries(options)
    .filter(([, option]) => option.kind !== 'flag')
    .map(
      ([option, about]) => `    ${quote(`${name} --${option}`)}) ${completeBash(about)}return ;;`,
    )
}

function toBashCase({ name, options, operands }: Command): string {
  const flags = [...Object.keys(options), 'help'].map((option) => `--${option}`).join(' ')
  const values = Object.values(operands).map(completeBash).join('')
  const isOption = `_partner_platform_words ${quote(flags)}`
  if (values === '') return `    ${quote(name)}) ${isOption} ;;`
  return `    ${quote(name)}) if [[ $current == -* ]]; then ${isOption}; else ${values}:; fi ;;`
}

/** The command that completes a value, or nothing where it can be anything. */
function completeBash(about: Option | Operand): string {
  if ('choices' in about) return `_partner_platform_words ${quote(about.choices.join(' '))}; `
  if (!('names' in about)) return ''
  return `COMPREPLY=($(compgen ${about.names === 'folder' ? '-d' : '-f'} -- "$current")); `
}

/** Completions for zsh. */
function toZsh(commands: readonly Command[]): string {
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
${[...words].flatMap(([word, members]) => toZshGroup(word, members)).join('\n')}
  case $command in
${commands.map(toZshCase).join('\n')}
  esac
}
# Loaded from a file of fpath, this is the completion itself.
if [[ $funcstack[1] == _${bin} ]]; then _partner_platform "$@"; else compdef _partner_platform ${bin}; fi
`
}

function toZshGroup(word: string, members: readonly Command[]): string[] {
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

function toZshCase({ name, options, operands }: Command): string {
  const specs = [
    ...Object.entries(options).map(([option, about]) => {
      const repeats = about.kind === 'texts' ? '*' : ''
      return `${repeats}--${option}[${escapeSpec(about.says)}]${zshValue(about, option)}`
    }),
    '(- *)--help[What the command takes, with examples.]',
    ...Object.entries(operands).map(([operand, about], index) => {
      const place = about.kind === 'texts' ? '*' : index + 1
      return `${place}${zshValue(about, operand)}`
    }),
  ]
  return `    ${quote(name)}) _arguments ${specs.map(quote).join(' ')} ;;`
}

function zshValue(about: Option | Operand, name: string): string {
  if (about.kind === 'flag') return ''
  if ('choices' in about) return `:${name}:(${about.choices.join(' ')})`
  const files = about.names === 'folder' ? '_files -/' : about.names === 'file' ? '_files' : ' '
  return `:${name}:${files}`
}

const escapeSpec = (text: string) => text.replaceAll(/[[\]:\\]/g, '\\$&')

/** Completions for fish. */
function toFish(commands: readonly Command[]): string {
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
    ...commands.flatMap(toFishLines),
    '',
  ].join('\n')
}

function toFishLines({ name, options, operands }: Command): string[] {
  const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
  const start = `complete -c ${bin} -n ${quoteFish(seen.join('; and '))}`
  return [
    ...Object.entries(options).map(
      ([option, about]) => `${start} -l ${option}${fishValue(about)} -d ${quoteFish(about.says)}`,
    ),
    `${start} -l help -d 'What the command takes, with examples.'`,
    ...Object.values(operands).flatMap((about) => {
      if ('choices' in about) return [`${start} -a ${quoteFish(about.choices.join(' '))}`]
      return about.names === undefined ? [] : [`${start} -F`]
    }),
  ]
}

function fishValue(about: Option | Operand): string {
  if (about.kind === 'flag') return ''
  if ('choices' in about) return ` -x -a ${quoteFish(about.choices.join(' '))}`
  return about.names === undefined ? ' -x' : ' -r -F'
}

const quoteFish = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
