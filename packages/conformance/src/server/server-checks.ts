import { accessChecks } from './checks/access.ts'
import { countryChecks } from './checks/countries.ts'
import { envelopeChecks } from './checks/envelope.ts'
import { errorChecks, statusChecks } from './checks/errors.ts'
import { keyPairChecks } from './checks/key-pairs.ts'
import { keyChecks } from './checks/keys.ts'
import { limitChecks } from './checks/limits.ts'
import type { ServerCheck } from './server-check.ts'

/** Every check of a server, in the order in which they run: what spends the limit comes late. */
export const serverChecks: readonly ServerCheck[] = [
  ...keyChecks,
  ...keyPairChecks,
  ...accessChecks,
  ...envelopeChecks,
  ...countryChecks,
  ...errorChecks,
  ...limitChecks,
  ...statusChecks,
]
