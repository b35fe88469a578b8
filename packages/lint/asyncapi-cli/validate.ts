import { spawnSync } from 'node:child_process'
import { asyncApiCli, asyncApiEnv } from './asyncapi-cli.ts'

// Validates the document that the first argument names, with the AsyncAPI CLI.
const [file = 'asyncapi.yaml'] = process.argv.slice(2)
const args = [asyncApiCli, 'validate', file, '--fail-severity', 'warn']
const { status, stdout, stderr } = spawnSync(process.execPath, args, {
  encoding: 'utf8',
  env: { ...process.env, ...asyncApiEnv },
})
if (status === 0) console.log(`${file}: the AsyncAPI CLI accepts it.`)
else {
  console.error(`${stdout}${stderr}`.trim())
  process.exitCode = 1
}
