/** Where webhooks arrive unless another path is chosen. */
export const defaultCallbackPath = '/webhooks'

/** Throws a `TypeError` for a path that webhooks cannot have. */
export function assertCallbackPath(path: string): void {
  if (/^\/[A-Za-z0-9/_-]*$/.test(path)) return
  throw new TypeError(
    `Path of the callback URL is wrong: expected a slash, then letters, digits, - and _, received text of ${path.length} characters. Choose another.`,
  )
}
