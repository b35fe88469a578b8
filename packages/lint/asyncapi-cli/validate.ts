import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

// Validates the document that the first argument names, with the AsyncAPI CLI.
const [file = 'asyncapi.yaml'] = process.argv.slice(2)
const manifest = createRequire(import.meta.url).resolve('@asyncapi/cli/package.json')
const cli = join(dirname(manifest), 'bin/run_bin')
// Keeps the command off the network: by default it sends usage data.
const quiet = { CI: 'true', NODE_ENV: 'test', NO_COLOR: '1', SUPPRESS_NO_CONFIG_WARNING: '1' }
const args = [cli, 'validate', file, '--fail-severity', 'warn']
const { status, stdout, stderr } = spawnSync(process.execPath, args, {
  encoding: 'utf8',
  env: { ...process.env, ...quiet },
})
if (status === 0) console.log(`${file}: the AsyncAPI CLI accepts it.`)
else {
  console.error(`${stdout}${stderr}`.trim())
  process.exitCode = 1
}
