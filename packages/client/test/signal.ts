/** Something that a test waits for, and another part of it gives. */
export class Signal {
  give: () => void = () => {}
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve
  })
}
