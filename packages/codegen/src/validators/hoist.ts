import { hash } from 'node:crypto'

/** Constants at the top of the module, shared by the functions, each named after its content. */
export class Hoist {
  readonly #codes = new Map<string, string>()

  /** Adds a constant and returns its name. The name depends only on the code. */
  add(prefix: string, code: string): string {
    const digest = hash('sha256', code)
    for (let length = 8; ; length += 1) {
      const name = `${prefix}_${digest.slice(0, length)}`
      const known = this.#codes.get(name)
      if (known !== undefined && known !== code) continue
      this.#codes.set(name, code)
      return name
    }
  }

  addValue(prefix: string, value: unknown): string {
    const text = JSON.stringify(value)
    if (!text.includes('"__proto__"')) return this.add(prefix, text)
    // In a literal, this name would set the prototype.
    return this.add(prefix, `/* @__PURE__ */ JSON.parse(${JSON.stringify(text)})`)
  }

  /** A regular expression, marked so that a bundler may drop it. */
  addPattern({ source, flags }: RegExp): string {
    return this.add(
      'pattern',
      `/* @__PURE__ */ new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`,
    )
  }

  /** The declarations, sorted by name. */
  render(): string {
    const names = [...this.#codes.keys()].toSorted()
    return names.map((name) => `const ${name} = ${this.#codes.get(name)};\n`).join('')
  }
}
