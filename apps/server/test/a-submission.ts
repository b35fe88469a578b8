import type { Grant, StatusChange } from '../src/index.ts'

/** A submission to move about; each personal value is one that must never be logged. */
export const change: StatusChange = {
  agent: { uuid: '7d9a1e44-58a1-4a4e-9a53-3c1f0b8e2d10', companyName: 'Canary Travel' },
  submission: {
    uuid: 'c2b6a0f1-0e7b-4f9d-8c35-5a9d4e6f7b21',
    contactStatus: 'NOT_CONTACTED',
    visa: {
      uuid: 'e5f7c9b3-2d1a-4c8e-9b60-7f8e9d0c1a32',
      name: 'Tourist visa',
      destinationCountry: 'United Arab Emirates',
    },
    applicant: {
      firstName: 'Canary',
      lastName: 'Verma',
      email: 'canary@example.com',
      phone: '+919876543210',
    },
  },
  status: 'RETURNED',
}

export const grant: Grant = {
  feedbackDocsUrl: ['https://files.partner-platform.example/canary.pdf'],
  remarks: 'Canary: the visa is attached.',
  visaExpiryDate: '2025-09-12T00:00:00.000Z',
}

export const personal = ['Canary', 'canary', 'Verma', '+919876543210']
