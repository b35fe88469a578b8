/** The command line or the configuration file is wrong; the message is one line for the user. */
export class UsageError extends Error {
  override name = 'UsageError'
}
