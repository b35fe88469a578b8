/** The jobs taken. `isLimited` if more may be due, behind these or waiting for a slot of their kind. */
export type Taken<Job> = { jobs: readonly Job[]; isLimited: boolean }

type PumpOptions<Job> = {
  /** Takes up to `count` due jobs. */
  take(count: number): Promise<Taken<Job>>
  /** Handles one job. A rejection is reported, and the pump continues. */
  run(job: Job): Promise<void>
  /** Maximum concurrent jobs. */
  slots: number
  /** Interval between takes without a call of `wake`, in milliseconds. */
  pollMs: number
  onError(error: unknown): void
}

/** Slots that become free within this time are filled by one take. */
const gatherMs = 4

/** The wait after a take that is not limited: such a take probably took every due job. */
const followMs = 25

/**
 * Keeps its slots busy: takes as many jobs as it has free slots, starts them, and takes again until a take
 * is empty. After a limited take it takes again at once, otherwise a little later. It also takes when
 * woken, when a slot becomes free that a job may be waiting for, and when the poll time has passed. A slow
 * job occupies only its own slot.
 */
export function createPump<Job>({ take, run, slots, pollMs, onError }: PumpOptions<Job>) {
  const running = new Set<Promise<void>>()
  let isStopping = false
  let isWaitedFor = false
  let signal = Promise.withResolvers<void>()
  const wake = () => signal.resolve()

  const begin = (job: Job) => {
    const work = run(job)
      .catch(onError)
      .then(() => {
        running.delete(work)
        if (isWaitedFor) setTimeout(wake, gatherMs)
      })
    running.add(work)
  }
  /** Takes once. Returns how long to wait before the next take, unless woken. */
  const takeOnce = async (): Promise<number> => {
    const free = slots - running.size
    if (free === 0) {
      isWaitedFor = true
      return pollMs
    }
    const { jobs, isLimited } = await take(free)
    for (const job of jobs) begin(job)
    // Jobs that wait for a slot wait until nothing is running.
    isWaitedFor = isLimited || (isWaitedFor && running.size > 0)
    if (jobs.length === 0) return pollMs
    return isLimited ? 0 : Math.min(followMs, pollMs)
  }
  const pause = async (forMs: number) => {
    const timer = setTimeout(wake, forMs)
    await signal.promise
    clearTimeout(timer)
  }
  const loop = async () => {
    while (!isStopping) {
      // Created before the take, so that a wake during the take counts.
      signal = Promise.withResolvers()
      let waitMs = pollMs
      try {
        waitMs = await takeOnce()
      } catch (error) {
        onError(error)
        signal = Promise.withResolvers()
      }
      if (waitMs > 0 && !isStopping) await pause(waitMs)
    }
  }
  const looping = loop()
  return {
    /** Call this when there may be jobs to take. */
    wake,
    get inFlight() {
      return running.size
    },
    /** Takes no more jobs; resolves when the running ones have ended. */
    async stop(): Promise<void> {
      isStopping = true
      wake()
      await looping
      await Promise.all(running)
    },
  }
}

/**
 * The largest power of two up to `count`. The queue writes the number of jobs to fetch into the text of its
 * statement: with few numbers there are few texts, so all of them stay prepared.
 */
export const toFetchSize = (count: number): number => 2 ** Math.floor(Math.log2(count))
