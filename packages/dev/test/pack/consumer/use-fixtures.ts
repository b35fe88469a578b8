import { createDelivery, type Delivery, examples } from '@partner-platform/fixtures'
import type { CountryList, SubmissionUpdated } from '@partner-platform/types'

export const list: CountryList = examples.CountryList['two-countries']

const event: SubmissionUpdated = examples.SubmissionUpdated.returned
export const delivery: Promise<Delivery> = createDelivery({ event, secret: 'a secret' })
