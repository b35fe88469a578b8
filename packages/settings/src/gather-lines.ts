type Sink = { write(text: string): unknown }

/**
 * Combines the writes of one turn of the event loop into one, to save system calls. A process that exits
 * loses nothing; one that is killed loses its last turn.
 */
export function gatherLines(sink: Sink): Sink {
  let gathered = ''
  const passOn = () => {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    sink.write(text)
  }
  process.on('exit', passOn)
  return {
    write(text) {
      if (gathered === '') setImmediate(passOn)
      gathered += text
    },
  }
}
