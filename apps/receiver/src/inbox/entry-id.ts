const digits = 16

/** Ids that sort by arrival, as texts too. */
export const toEntryId = (row: number) => String(row).padStart(digits, '0')

/** The row that an id stands for, or `undefined` for a text that is no id. */
export const fromEntryId = (id: string) => (/^[0-9]{16}$/.test(id) ? Number(id) : undefined)
