import {
  type CommandTable,
  choice,
  defineCommand,
  type Finished,
  type Given,
  isFlag,
  type Option,
} from './command.ts'
import type { Io } from './io.ts'

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
})

export async function printCompletion(
  { shell }: Given<typeof completionCommand>,
  _io: Io,
  commands: readonly CommandTable[],
): Promise<Finished> {
  const script = scripts[shell](commands)
  return { exitCode: 0, document: { ok: true, shell, script }, text: script.trimEnd() }
}

const bin = 'partner-platform'

/** The words that may follow the words before them: nothing, or the name of a group. */
type Branch = { before: string; next: { word: string; says: string }[] }

function branchesOf(commands: readonly CommandTable[]): Branch[] {
  const groups = new Map<string, Branch['next']>()
  const names = commands.map(({ name, says }) => ({ words: name.split(' '), says }))
  for (const {
    words: [group = '', word],
    says,
  } of names) {
    if (word !== undefined) groups.set(group, [...(groups.get(group) ?? []), { word, says }])
  }
  const first = new Map(names.map(({ words: [word = ''], says }) => [word, says]))
  for (const [group, next] of groups) first.set(group, next.map(({ word }) => word).join(', '))
  return [
    { before: '', next: [...first].map(([word, says]) => ({ word, says })) },
    ...[...groups].map(([before, next]) => ({ before, next })),
  ]
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** Completions for bash 3.2 and later. */
function toBash(commands: readonly CommandTable[]): string {
  const branches = branchesOf(commands).map(({ before, next }) => {
    const words = [
      ...next.map(({ word }) => word),
      ...(before === '' ? ['--help', '--version'] : []),
    ]
    return `    ${quote(`${before} `)}) ${bashWords(words)} ;;`
  })
  return `# Load it with: source <(${bin} completion bash)
_partner_platform() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  _partner_platform_words() { COMPREPLY=($(compgen -W "\${*// /$'\\n'}" -- "$current")); }
  case "$before" in
${[...commands.map(toBashCase), ...branches].join('\n')}
  esac
}
complete -o filenames -F _partner_platform ${bin}
`
}

const bashWords = (words: readonly string[]) => `_partner_platform_words ${quote(words.join(' '))}`

function toBashCase({ name, options, operands }: CommandTable): string {
  const values = Object.entries(options)
    .filter(([, about]) => !isFlag(about))
    .map(([option, about]) => `--${option}) ${bashValue(about)}return ;;`)
  const places = Object.values(operands).map(bashValue).join('')
  const flags = bashWords([...Object.keys(options), 'help'].map((option) => `--${option}`))
  const rest = places === '' ? flags : `if [[ $current == -* ]]; then ${flags}; else ${places}:; fi`
  return `    ${quote(`${name} `)}*)
      case "$previous" in ${values.join(' ')} esac
      ${rest} ;;`
}

/** The shell command that completes a value; empty if the value is free text. */
function bashValue({ choices, names }: Option): string {
  if (choices) return `${bashWords(choices)}; `
  return names ? `COMPREPLY=($(compgen ${names === 'folder' ? '-d' : '-f'} -- "$current")); ` : ''
}

function toZsh(commands: readonly CommandTable[]): string {
  const branches = branchesOf(commands).map(({ before, next }) => {
    const words = next.map(({ word, says }) => quote(`${word}:${says.replaceAll(':', '\\:')}`))
    return `    ${quote(`${before} `)}) local -a next=(${words.join(' ')}); _describe command next ;;`
  })
  return `#compdef ${bin}
# Load it with: source <(${bin} completion zsh)
_partner_platform() {
  local before="\${(j: :)words[2,CURRENT-1]} "
  case $before in
${[...commands.map(toZshCase), ...branches].join('\n')}
  esac
}
# Loaded from a file of fpath, this is the completion itself.
if [[ $funcstack[1] == _${bin} ]]; then _partner_platform "$@"; else compdef _partner_platform ${bin}; fi
`
}

const helpSays = 'Show the options of the command, with examples.'

function toZshCase({ name, options, operands }: CommandTable): string {
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
  const count = name.split(' ').length
  return `    ${quote(`${name} `)}*)
      shift ${count} words; (( CURRENT -= ${count} ))
      _arguments ${specs.map(quote).join(' ')} ;;`
}

function zshValue(about: Option, name: string): string {
  if (isFlag(about)) return ''
  const { choices, names } = about
  const files = names === 'folder' ? '_files -/' : names === 'file' ? '_files' : ' '
  return `:${name}:${choices ? `(${choices.join(' ')})` : files}`
}

function toFish(commands: readonly CommandTable[]): string {
  const complete = (condition: string, rest: string) =>
    `complete -c ${bin} -n ${quoteFish(condition)} ${rest}`
  return [
    `# Load it with: ${bin} completion fish | source`,
    `complete -c ${bin} -f`,
    ...branchesOf(commands).flatMap(({ before, next }) => {
      const others = next.map(({ word }) => word).join(' ')
      const condition = `${seenIn(before)}; and not ${seenIn(others)}`
      return next.map(({ word, says }) =>
        complete(
          before === '' ? '__fish_use_subcommand' : condition,
          `-a ${word} -d ${quoteFish(says)}`,
        ),
      )
    }),
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
