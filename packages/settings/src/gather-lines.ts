type Sink = { write(text: string): unknown }

/**
 * Passes on what is written in one turn of the event loop in one piece at its end, as each write to a
 * file, pipe or terminal is a call of the system. A process that ends by itself loses nothing, one that
 * is killed what it wrote in its last turn.
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
