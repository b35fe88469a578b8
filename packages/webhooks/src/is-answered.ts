import type { ServerResponse } from 'node:http'

/** Whether nothing more can be answered: something else began to, or the connection is gone. */
export const isAnswered = (response: ServerResponse): boolean =>
  response.headersSent || response.writableEnded || response.destroyed
