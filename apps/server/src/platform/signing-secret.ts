type Dated = { signsFrom: Date }

/**
 * The `signsFrom` of a secret that signs already. Clocks of other machines may be behind ours: were it
 * our now, there could be a while in which nothing signs.
 */
export const sinceEver = new Date(0)

/**
 * Of the secrets of an endpoint the one that signs at a moment: the newest whose time has come. Where
 * none has, as the clock was set back, the first to come.
 * @see specs/decisions/ D-004
 */
export function signingSecret<Secret extends Dated>(
  secrets: readonly Secret[],
  nowMs: number,
): Secret | undefined {
  const byTime = secrets.toSorted((one, other) => +one.signsFrom - +other.signsFrom)
  return byTime.findLast(({ signsFrom }) => signsFrom.getTime() <= nowMs) ?? byTime[0]
}
