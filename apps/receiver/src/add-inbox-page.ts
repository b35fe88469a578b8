import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './create-app.ts'
import type { Inbox } from './inbox.ts'

/** Where the inbox can be read. */
export const inboxPath = '/inbox'

const loopbackAddresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/**
 * Shows what arrived, as JSON, to callers on this machine. The `Host` is checked as well as the
 * address: a page whose name was pointed at loopback would otherwise read personal data.
 */
export function addInboxPage(app: FastifyInstance, inbox: Inbox): void {
  app.get(inboxPath, async (request, reply) => {
    if (!isLocal(request)) return refuse(reply, 404)
    const quarantine = (await inbox.quarantined()).map(({ body, ...entry }) => ({
      ...entry,
      bodyBytes: body.length,
    }))
    reply.header('cache-control', 'no-store')
    return { events: await inbox.events(), quarantine }
  })
}

const isLocal = ({ socket, hostname }: FastifyRequest) =>
  loopbackAddresses.includes(socket.remoteAddress ?? '') && loopbackHosts.includes(hostname)
