import { defineCommand } from '../command-line/command.ts'
import { jsonOption } from '../json-option.ts'
import { toBash } from './to-bash.ts'
import { toFish } from './to-fish.ts'
import { toZsh } from './to-zsh.ts'

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
