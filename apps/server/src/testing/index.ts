export { sweep } from '../deliver/sweep.ts'
export { systemRandom } from '../random.ts'
export { type Audit, audit } from './audit.ts'
export {
  ask,
  createJournal,
  driveLoad,
  type Entry,
  type Journal,
  untilDrained,
} from './drive-load.ts'
export { findLeaks } from './find-leaks.ts'
export { allowedOrigin, createTestClock, openPlatform, type Platform } from './open-platform.ts'
export { expectData, type Party, personal, prepareWorld } from './prepare-world.ts'
export { type Latency, runFairness } from './run-fairness.ts'
export { runKillCycles } from './run-kill-cycles.ts'
export {
  type Arrival,
  type EffectReceiver,
  startEffectReceiver,
} from './start-effect-receiver.ts'
export {
  mainFile,
  operatorToken,
  type Sender,
  secretsKeys,
  startSender,
  toStoreSettings,
} from './start-sender.ts'
