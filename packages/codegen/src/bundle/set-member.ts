/** Sets an own member, also where its name is `__proto__`, which an assignment takes for the prototype. */
export function setMember(owner: object, name: string, value: unknown): void {
  Object.defineProperty(owner, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  })
}

/** The own member of a name; undefined for what every object inherits, such as `constructor`. */
export function memberOf<T>(owner: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}
