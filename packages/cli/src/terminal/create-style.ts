const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
} as const

/** Functions that colour a text, or leave it alone where colours are off. */
export type Style = { readonly [Name in keyof typeof codes]: (text: string) => string }

export function createStyle(isColored: boolean): Style {
  const paint = (name: keyof typeof codes) => (text: string) =>
    isColored ? `\u001b[${codes[name][0]}m${text}\u001b[${codes[name][1]}m` : text
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
  }
}
