import type { ServerResponse } from 'node:http'

/** Whether no answer can be sent: something else started one, or the connection is closed. */
export const isAnswered = (response: ServerResponse): boolean =>
  response.headersSent || response.writableEnded || response.destroyed
