/** The value as part of a PascalCase identifier: `VISA_GRANTED` and `visa-granted` → `VisaGranted`, -1 → `Minus1`. */
export function nameOfValue(value: string | number | boolean | null): string {
  const text = String(value).replace(/^-(?=\d)/, 'minus ')
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(capitalise).join('') || nameOfSigns(text)
}

function capitalise(word: string): string {
  const isShouted = word === word.toUpperCase()
  const [first = '', ...rest] = word
  return first.toUpperCase() + (isShouted ? rest.join('').toLowerCase() : rest.join(''))
}

function nameOfSigns(text: string): string {
  return (
    Array.from(text, (sign) => `U${sign.codePointAt(0)?.toString(16).toUpperCase()}`).join('') ||
    'Empty'
  )
}
