/** A text as one word of a POSIX shell, whatever it holds. */
export const quoteWord = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Whether bytes can stand in quotes as they are: printable ASCII, and nothing that curl reads as a file. */
export function isPlain(bytes: Uint8Array): boolean {
  return bytes[0] !== 0x40 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f) && !hasRun(bytes)
}

/** Commands of a POSIX shell that print the bytes exactly; long runs of one byte stay short. */
export function printBytes(bytes: Uint8Array): string {
  const commands: string[] = []
  let at = 0
  for (const run of runsOf(bytes)) {
    if (run.from > at) commands.push(printPart(bytes.subarray(at, run.from)))
    commands.push(printRun(run.byte, run.to - run.from))
    at = run.to
  }
  if (at < bytes.length || commands.length === 0) commands.push(printPart(bytes.subarray(at)))
  return commands.join('; ')
}

function printPart(bytes: Uint8Array): string {
  const format = Array.from(bytes, toFormat).join('')
  // A hyphen in front would begin an option.
  return `printf '${format.startsWith('-') ? `\\055${format.slice(1)}` : format}'`
}

const printRun = (byte: number, length: number) =>
  `head -c ${length} /dev/zero | tr '\\0' '${toFormat(byte)}'`

/** A byte in a format of `printf`, or a set of `tr`, within single quotes. */
function toFormat(byte: number): string {
  const character = String.fromCharCode(byte)
  if (character === '%') return '%%'
  if (byte < 0x20 || byte > 0x7e || character === "'" || character === '\\') {
    return `\\${byte.toString(8).padStart(3, '0')}`
  }
  return character
}

/** From how many equal bytes on a run is worth a command of its own. */
const runLength = 128

type Run = { byte: number; from: number; to: number }

const hasRun = (bytes: Uint8Array) => !runsOf(bytes).next().done

function* runsOf(bytes: Uint8Array): Generator<Run> {
  for (let from = 0; from < bytes.length; ) {
    const byte = bytes[from] ?? 0
    let to = from + 1
    while (bytes[to] === byte) to++
    if (to - from >= runLength) yield { byte, from, to }
    from = to
  }
}
