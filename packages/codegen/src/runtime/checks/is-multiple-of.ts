/** True when the number is a whole multiple of the divisor, both taken as the decimals that JSON writes. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0
  if (!Number.isFinite(value)) return false
  const [digits, exponent] = toDecimal(value)
  const [divisorDigits, divisorExponent] = toDecimal(divisor)
  const shift = exponent - divisorExponent
  const scaled = digits * 10n ** BigInt(Math.max(shift, 0))
  return scaled % (divisorDigits * 10n ** BigInt(Math.max(-shift, 0))) === 0n
}

/** The number as digits times a power of ten. */
function toDecimal(value: number): [bigint, number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
