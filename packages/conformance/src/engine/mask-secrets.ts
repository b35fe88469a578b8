/** A text in which nothing shows what must not be shown. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text
  for (const secret of secrets) if (secret !== '') masked = masked.replaceAll(secret, '[secret]')
  return masked
}
