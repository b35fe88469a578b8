#!/usr/bin/env node
import { type Environment, environments } from '@partner-platform/settings'
import { createApiKey } from './keys/api-key.ts'
import { toKeyLine } from './keys/read-keys-file.ts'

const [environment, ...rest] = process.argv.slice(2)

if (rest.length > 0 || !environments.includes(environment as Environment)) {
  process.stderr.write(
    `The environment is wrong: expected one of ${environments.join(', ')}. Try: create-key development\n`,
  )
  process.exitCode = 2
} else {
  const { key, record } = createApiKey(environment as Environment)
  process.stdout.write(
    `Key, shown this once:    ${key}\nLine for the keys file:  ${toKeyLine(record)}\n`,
  )
}
