/** A fixed list, or a function that is asked on every delivery: rotation without a restart. */
export type SecretsSource =
  | readonly string[]
  | (() => readonly string[] | Promise<readonly string[]>)

/** Secrets, or the explicit statement that there are none. */
export type TrustOptions<Secrets = readonly string[]> =
  | {
      /** Every secret that may have signed, in its text form. */
      secrets: Secrets
      verification?: undefined
    }
  | {
      secrets?: Secrets | undefined
      /** Only for an integration without signature verification: anyone may send anything. */
      verification: 'off'
    }
