import { spawnSync } from 'node:child_process'
import { asyncApiCli, asyncApiEnv } from './asyncapi-cli.ts'

// Validates the document that the first argument names, with the AsyncAPI CLI.
const [file = 'asyncapi.yaml'] = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [asyncApiCli, 'validate', file, '--fail-severity', 'warn'],
  { stdio: 'inherit', env: { ...process.env, ...asyncApiEnv } },
)
process.exitCode = status ?? 1
