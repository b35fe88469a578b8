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

/** A pattern lets 30 February pass. */
const isMoment = (text: string) => new Date(text).toJSON()?.startsWith(text.slice(0, 10)) === true

const valibotOf = (checked: boolean) => {
  const text = v.string()
  // As the contract asks: a pattern, and the format beside it.
  const formatted = (pattern: RegExp, format: 'uuid' | 'moment' | 'link' | 'none') => {
    if (!checked) return text
    const matching = v.regex(pattern)
    if (format === 'uuid') return v.pipe(text, matching, v.uuid())
    if (format === 'link') return v.pipe(text, matching, v.url())
    if (format === 'moment') return v.pipe(text, matching, v.check(isMoment))
    return v.pipe(text, matching)
  }
  return v.looseObject({
    event: text,
    timestamp: formatted(moment, 'moment'),
    agent: v.looseObject({ uuid: formatted(uuid, 'uuid'), companyName: text }),
    submission: v.looseObject({
      uuid: formatted(uuid, 'uuid'),
      status: text,
      contactStatus: text,
      visa: v.looseObject({ uuid: formatted(uuid, 'uuid'), name: text, destinationCountry: text }),
      applicant: v.looseObject({
        firstName: text,
        lastName: text,
        email: checked ? v.pipe(text, v.email()) : text,
        phone: v.optional(formatted(phone, 'none')),
      }),
      feedbackDocsUrl: v.optional(v.array(formatted(link, 'link'))),
      remarks: v.optional(text),
      visaExpiryDate: v.optional(formatted(moment, 'moment')),
    }),
  })
}
export const valibotSchema = valibotOf(true)
/** The same fields and JSON types, without formats. */
export const valibotShape = valibotOf(false)
