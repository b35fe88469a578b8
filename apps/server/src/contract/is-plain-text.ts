/** Whether a text is Unicode that every store takes: no NUL and no half of a surrogate pair. */
export const isPlainText = (text: string) => text.isWellFormed() && !text.includes('\0')
