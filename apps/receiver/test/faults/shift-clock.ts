/** Sets the clock of this process, and of an embedded store in it, so far ahead or back. */
export function shiftClock(offMs: number): void {
  const RealDate = Date
  const now = () => RealDate.now() + offMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], newTarget),
    get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
  })
}
