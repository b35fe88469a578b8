// The message as a team would write it by hand, once for each library: same fields, same formats.
import * as v from 'valibot'
import { z } from 'zod'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const moment =
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/
const link = /^https:\/\/[^\s/?#@]+([/?#][^\s]*)?$/
const phone = /^\+[1-9][0-9]{1,14}$/

const zUuid = z.string().regex(uuid)
export const zodSchema = z.looseObject({
  event: z.string(),
  timestamp: z.string().regex(moment),
  agent: z.looseObject({ uuid: zUuid, companyName: z.string() }),
  submission: z.looseObject({
    uuid: zUuid,
    status: z.string(),
    contactStatus: z.string(),
    visa: z.looseObject({ uuid: zUuid, name: z.string(), destinationCountry: z.string() }),
    applicant: z.looseObject({
      firstName: z.string(),
      lastName: z.string(),
      email: z.email(),
      phone: z.string().regex(phone).optional(),
    }),
    feedbackDocsUrl: z.array(z.string().regex(link)).optional(),
    remarks: z.string().optional(),
    visaExpiryDate: z.string().regex(moment).optional(),
  }),
})

const vUuid = v.pipe(v.string(), v.regex(uuid))
export const valibotSchema = v.looseObject({
  event: v.string(),
  timestamp: v.pipe(v.string(), v.regex(moment)),
  agent: v.looseObject({ uuid: vUuid, companyName: v.string() }),
  submission: v.looseObject({
    uuid: vUuid,
    status: v.string(),
    contactStatus: v.string(),
    visa: v.looseObject({ uuid: vUuid, name: v.string(), destinationCountry: v.string() }),
    applicant: v.looseObject({
      firstName: v.string(),
      lastName: v.string(),
      email: v.pipe(v.string(), v.email()),
      phone: v.optional(v.pipe(v.string(), v.regex(phone))),
    }),
    feedbackDocsUrl: v.optional(v.array(v.pipe(v.string(), v.regex(link)))),
    remarks: v.optional(v.string()),
    visaExpiryDate: v.optional(v.pipe(v.string(), v.regex(moment))),
  }),
})
