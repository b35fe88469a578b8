import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** Addresses of each family, an error code, or no answer. IPv6 is written out, with every zero. */
export type NameAnswer = { A: string[]; AAAA: string[] } | { rcode: number } | 'silence'

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
const headerLength = 12

/** A local name server on a free port that answers with a time to live of zero. */
export async function startNameServer(answer: (type: 'A' | 'AAAA') => NameAnswer) {
  const socket = createSocket('udp4')
  const server = { address: '', asked: 0 }
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    server.asked += 1
    const end = query.indexOf(0, headerLength) + 5
    const type = types[query.readUInt16BE(end - 4)]
    const answered = type ? answer(type) : ({ rcode: 4 } as const)
    if (answered === 'silence') return
    const question = query.subarray(headerLength, end)
    const addresses = type && 'A' in answered ? answered[type].map(toRecord) : []
    const header = Buffer.alloc(headerLength)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180 | ('rcode' in answered ? answered.rcode : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    socket.send(Buffer.concat([header, question, ...addresses]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  server.address = `127.0.0.1:${socket.address().port}`
  onTestFinished(() => void socket.close())
  return server
}

/** A resource record: pointer to the name, type, class, time to live, address. */
function toRecord(address: string): Buffer {
  const isV6 = address.includes(':')
  const bytes = isV6
    ? Buffer.from(address.replaceAll(':', ''), 'hex')
    : Buffer.from(address.split('.').map(Number))
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(isV6 ? 28 : 1, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([record, bytes])
}
