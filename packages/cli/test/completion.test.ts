import { spawnSync } from 'node:child_process'
import { temporaryFolder } from '@partner-platform/harness'
import { describe, expect, it } from 'vitest'
import { commands } from '../src/commands.ts'
import { runCommand } from './run.ts'

const shells = ['bash', 'fish', 'zsh'] as const
const scriptOf = async (shell: string) => (await runCommand(['completion', shell])).stdout

describe('completion', () => {
  it.each(shells)('of %s knows every command, option and choice', async (shell) => {
    const script = await scriptOf(shell)
    for (const { name, options } of commands) {
      for (const word of name.split(' ')) expect(script).toContain(word)
      for (const [option, about] of Object.entries(options)) {
        expect(script).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`)
        if (about.choices) expect(script).toContain(about.choices.join(' '))
      }
    }
  })

  // Fish and zsh are not on every machine; the test above compares their scripts.
  const present = shells.filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0)
  it.each(present)('of %s is a script that it can read', async (shell) => {
    const { status, stderr } = spawnSync(shell, ['-n'], { input: await scriptOf(shell) })
    expect([status, stderr.toString()]).toEqual([0, ''])
  })

  it('is one document with --json', async () => {
    const { stdout } = await runCommand(['completion', 'bash', '--json'])
    expect(JSON.parse(stdout)).toEqual({ ok: true, shell: 'bash', script: await scriptOf('bash') })
  })
})

describe('completion in bash', () => {
  /** What bash offers for the last word of each line, separated by `|`. */
  async function complete(lines: readonly string[]): Promise<string[]> {
    const folder = temporaryFolder({ 'a file.http': '' })
    const script = `${await scriptOf('bash')}
offer() {
  COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _partner_platform
  local IFS='|'; echo "\${COMPREPLY[*]}"
}
${lines.map((line) => `offer partner-platform ${line.replace(/ $/, " ''")}`).join('\n')}`
    // Without the start-up files of the machine.
    const env = { PATH: process.env.PATH }
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { cwd: folder, env })
    expect(stderr.toString()).toBe('')
    return stdout.toString().trimEnd().split('\n')
  }

  it('offers commands, options, choices and files', async () => {
    const rows = {
      co: 'countries|conformance|completion',
      'conformance ': 'receiver|server',
      'conformance receiver --eff': '--effects-url|--effects-timeout-ms',
      'conformance server --format j': 'json|junit',
      'countries --environment ': 'development|production|staging',
      'listen --verification o': 'on|off',
      'listen --port ': '',
      'completion ': 'bash|fish|zsh',
      'overlay a.yaml --o': '--out',
      'send http://127.0.0.1/ --for': '--force',
      'nonsense ': '',
      'verify a': 'a file.http',
      'verify --secret-file a': 'a file.http',
      'overlay a.yaml b.yaml a': 'a file.http',
    }
    const lines = Object.keys(rows)
    const offers = await complete(lines)
    expect(Object.fromEntries(lines.map((line, at) => [line, offers[at]]))).toEqual(rows)
  })
})
