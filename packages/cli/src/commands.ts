import type { Command } from './command.ts'
import { completionCommand } from './completion-command.ts'
import { conformanceReceiverCommand, conformanceServerCommand } from './conformance-commands.ts'
import { countriesCommand } from './countries-command.ts'
import { listenCommand } from './listen/listen-command.ts'
import { overlayCommand } from './overlay/overlay-command.ts'
import { pageCommand } from './page/page-command.ts'
import { replayCommand } from './replay-command.ts'
import { examplesCommand, sendCommand } from './send/send-command.ts'
import { verifyCommand } from './verify/verify-command.ts'

/** Every command, in the order of help; parsing, help and completions come from this table. */
export const commands: readonly Command[] = [
  countriesCommand,
  listenCommand,
  sendCommand,
  examplesCommand,
  replayCommand,
  verifyCommand,
  conformanceReceiverCommand,
  conformanceServerCommand,
  overlayCommand,
  pageCommand,
  completionCommand,
]
