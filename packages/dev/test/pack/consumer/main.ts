import { examples } from '@partner-platform/fixtures'
import { firstCountry } from './call-the-api.ts'
import { expiryOf } from './receive-webhooks.ts'

const event = examples.SubmissionUpdated['visa-granted']
const payload = { ...event, timestamp: new Date().toISOString() }
console.log((await firstCountry())?.isoCode, await expiryOf(payload))
