import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { commitAll, git, openapi, useFolders } from '../set-up.ts'

const action = parse(
  readFileSync(
    join(import.meta.dirname, '../../../../.github/actions/contract-compat/action.yml'),
    'utf8',
  ),
)
const folderWith = useFolders()

/** Runs a step of the action as a runner would, with programs of a folder in front of all others. */
function runStep(index: number, cwd: string, env: Record<string, string>): void {
  const PATH = `${join(cwd, 'bin')}:${process.env.PATH}`
  const options = { cwd, env: { PATH, ...env }, stdio: 'pipe' } as const
  execFileSync('bash', ['-e', '-c', action.runs.steps[index].run], options)
}

it('writes the verdict on a change to the summary and to one comment, and fails for a break', () => {
  const folder = folderWith({
    'specs/openapi.json': openapi({ fields: ['id', 'name'] }),
    'bin/contract-compat': `#!/bin/sh
exec ${process.execPath} --conditions=@partner-platform/source ${join(import.meta.dirname, '../../src/main.ts')} "$@"
`,
    // The body of the comment, and the call that would send it.
    'bin/gh': '#!/bin/sh\necho "$@" >> calls\n[ "$2" = --paginate ] && cat own || true\n',
    own: '',
  })
  execFileSync('chmod', ['+x', join(folder, 'bin/contract-compat'), join(folder, 'bin/gh')])
  commitAll(folder)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const compare = (fields: string[]) => {
    writeFileSync(join(folder, 'specs/openapi.json'), openapi({ fields }))
    for (const name of ['output', 'summary']) writeFileSync(join(folder, name), '')
    runStep(0, folder, {
      FROM: git(folder, 'rev-parse', 'HEAD').trim(),
      SPECS: 'specs',
      FAIL_ON: 'major',
      COMPAT: 'contract-compat',
      REPORT: join(folder, 'report.md'),
      GITHUB_OUTPUT: join(folder, 'output'),
      GITHUB_STEP_SUMMARY: join(folder, 'summary'),
    })
  }
  compare(['id', 'name', 'more'])
  expect(read('output')).toBe('exit-code=0\n')
  expect(read('summary')).toMatch(
    /^<!-- contract-compat -->\n## minor: [\s\S]*the field `more` is new/,
  )
  compare(['id'])
  expect(read('output')).toBe('exit-code=1\n')
  expect(read('report.md')).toContain('the field `name` is gone')

  const comment = { NUMBER: '7', REPOSITORY: 'a/b', REPORT: join(folder, 'report.md') }
  runStep(1, folder, comment)
  expect(read('calls')).toContain('api --method POST repos/a/b/issues/7/comments --field body=@')
  writeFileSync(join(folder, 'own'), '42\n')
  runStep(1, folder, comment)
  expect(read('calls')).toContain('api --method PATCH repos/a/b/issues/comments/42 --field body=@')
  expect(() => runStep(2, folder, { CODE: '1' })).toThrow()
  runStep(2, folder, { CODE: '0' })
})
