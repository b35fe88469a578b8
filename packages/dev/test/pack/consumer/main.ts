import { firstCountry } from './call-the-api.ts'
import { expiryOf } from './receive-webhooks.ts'

const now = new Date().toISOString()
const payload = {
  event: 'submission.updated',
  timestamp: now,
  agent: { uuid: '7d9a1e44-58a1-4a4e-9a53-3c1f0b8e2d10', companyName: 'Skyline Travel' },
  submission: {
    uuid: 'c2b6a0f1-0e7b-4f9d-8c35-5a9d4e6f7b21',
    status: 'VISA_GRANTED',
    contactStatus: 'NOT_CONTACTED',
    visa: {
      uuid: 'e5f7c9b3-2d1a-4c8e-9b60-7f8e9d0c1a32',
      name: 'Tourist visa',
      destinationCountry: 'United Arab Emirates',
    },
    applicant: { firstName: 'Asha', lastName: 'Verma', email: 'asha@example.com' },
    feedbackDocsUrl: ['https://files.partner-platform.example/visa.pdf'],
    remarks: 'Attached.',
    visaExpiryDate: '2030-01-01T00:00:00.000Z',
  },
}
console.log((await firstCountry())?.isoCode, await expiryOf(payload))
