import type { Finished } from '../command-line/command.ts'
import type { HttpMessage } from '../http-message/http-message.ts'
import type { Io } from '../io.ts'
import { toPlainText } from '../terminal/to-plain-text.ts'
import { deliver } from './deliver.ts'
import { describeDelivery, toDeliveryDocument } from './describe-delivery.ts'

/** A request to send, and what is told of it. */
export type Parcel = {
  title: string
  about: Readonly<Record<string, unknown>>
  message: Omit<HttpMessage, 'target'>
}

type Batch = { url: URL; total: number; isJson: boolean; io: Io }

/** Sends one after the other and tells of each; a negative answer where not all were accepted. */
export async function deliverAll(
  parcels: AsyncIterable<Parcel>,
  { url, total, isJson, io }: Batch,
): Promise<Finished> {
  const progress = io.progress(`Sending to ${url.origin} …`)
  const deliveries: { accepted: boolean }[] = []
  try {
    for await (const { title, about, message } of parcels) {
      const delivered = await deliver(url, message)
      deliveries.push({ ...about, ...toDeliveryDocument(delivered) })
      progress.tell(`Sending to ${url.origin}: ${deliveries.length} of ${total} …`)
      if (isJson) continue
      progress.clear()
      io.print(`${toPlainText(title)}\n${describeDelivery(delivered, io.style)}`)
    }
  } finally {
    progress.stop()
  }
  const ok = deliveries.every(({ accepted }) => accepted)
  return { exitCode: ok ? 0 : 1, document: { ok, url: url.href, deliveries }, text: '' }
}
