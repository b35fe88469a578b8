import { exampleBytes } from './open-scene.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is changed may be anything, hostile included.
type Change = (event: any) => void

/** A returned submission with a status of its own, which makes it an event of its own. */
export const withStatus = (status: string) =>
  toStory('returned', ({ submission }) => {
    submission.status = status
  })

/** The JSON of an example of the contract, changed. */
export function toStory(name: string, change: Change): string {
  const event = JSON.parse(Buffer.from(exampleBytes(name)).toString())
  change(event)
  return JSON.stringify(event)
}
