/** What generated files and messages say to run. */
export const defaultCommand = 'npx contract-codegen generate'

/** The emitters that run by default, in this order. */
export const defaultEmitters = ['types', 'constants', 'validators', 'guards'] as const

export const emitterNames = [...defaultEmitters, 'http', 'fingerprint'] as const

export type EmitterName = (typeof emitterNames)[number]

/** Parts that a program may do without: the types of headers, and the tolerant readers beside the strict parsers. */
export const partNames = ['headers', 'readers'] as const

export type PartName = (typeof partNames)[number]
