import type { WebhookEvent } from '../src/index.ts'

/** A small event that the contract allows, at a fixed moment. */
export const returnedEvent = {
  event: 'submission.updated',
  timestamp: '2025-06-14T10:05:30.250Z',
  agent: { uuid: '7d9a1e44-58a1-4a4e-9a53-3c1f0b8e2d10', companyName: 'Skyline Travel' },
  submission: {
    uuid: 'd4c8b2a3-1f8c-4e0a-9d46-6b0e5f7a8c43',
    status: 'RETURNED',
    contactStatus: 'NOT_CONTACTED',
    visa: {
      uuid: 'e5f7c9b3-2d1a-4c8e-9b60-7f8e9d0c1a32',
      name: 'Tourist visa, 30 days',
      destinationCountry: 'United Arab Emirates',
    },
    applicant: { firstName: 'Ravi', lastName: 'Menon', email: 'ravi.menon@example.com' },
  },
} satisfies WebhookEvent

export const eventAtMs = Date.parse(returnedEvent.timestamp)
