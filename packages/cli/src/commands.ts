import { type Command, toCommand } from './command.ts'
import { completionCommand, printCompletion } from './completion-command.ts'
import { conformanceReceiverCommand, conformanceServerCommand } from './conformance-commands.ts'
import { countriesCommand } from './countries-command.ts'
import { listenCommand } from './listen/listen-command.ts'
import { overlayCommand } from './overlay/overlay-command.ts'
import { pageCommand } from './page/page-command.ts'
import { replayCommand } from './replay-command.ts'
import { examplesCommand, sendCommand } from './send/send-command.ts'
import { verifyCommand } from './verify/verify-command.ts'

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  toCommand(countriesCommand, async () => (await import('./list-countries.ts')).listCountries),
  toCommand(listenCommand, async () => (await import('./listen/listen.ts')).listen),
  toCommand(sendCommand, async () => (await import('./send/send.ts')).send),
  toCommand(examplesCommand, async () => (await import('./send/send.ts')).listExamples),
  toCommand(replayCommand, async () => (await import('./replay.ts')).replay),
  toCommand(verifyCommand, async () => (await import('./verify/verify.ts')).verify),
  toCommand(
    conformanceReceiverCommand,
    async () => (await import('./run-conformance.ts')).checkReceiverOf,
  ),
  toCommand(
    conformanceServerCommand,
    async () => (await import('./run-conformance.ts')).checkServerOf,
  ),
  toCommand(
    overlayCommand,
    async () => (await import('./overlay/apply-overlays.ts')).applyOverlays,
  ),
  toCommand(pageCommand, async () => (await import('./page/make-page.ts')).makePage),
  toCommand(completionCommand, async () => printCompletion),
]
