/** In the form `whsec_…`, as any other text, whose UTF-8 is the key, or as the bytes of the key. */
export type Secret = string | Uint8Array

/** A fixed list, or a function that is asked on every delivery: rotation without a restart. */
export type SecretsSource =
  | readonly Secret[]
  | (() => readonly Secret[] | Promise<readonly Secret[]>)

/** Secrets, or the explicit statement that there are none. The compiler names what the last form lacks. */
export type TrustOptions<Secrets = readonly Secret[]> =
  | {
      secrets?: Secrets | undefined
      /** Only for an integration without signature verification: anyone may send anything. */
      verification: 'off'
    }
  | {
      /** Every secret that may have signed. */
      secrets: Secrets
      verification?: undefined
    }
