type Sink = { write(text: string): unknown }

/**
 * Passes on in one piece what is written in one turn of the event loop, to save system calls. A process
 * that ends by itself loses nothing; one that is killed loses its last turn.
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
