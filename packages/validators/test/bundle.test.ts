import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const generated = join(import.meta.dirname, '../src/generated')

it.each(readdirSync(generated).filter((name) => /(?<!\.d)\.[jt]s$/.test(name)))(
  '%s needs no loader, no eval and no package at run time',
  (name) => {
    const code = readFileSync(join(generated, name), 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '')
    expect(
      /\brequire\s*\(|\beval\b|\bnew Function\b|\bimport\s*\(|\bprocess\b/.exec(code)?.[0],
    ).toBeUndefined()
    const imports = [...code.matchAll(/^(import|export)( type)? .*from ["'](.*)["']$/gm)].filter(
      ([, , type]) => type === undefined,
    )
    for (const [, , , from] of imports)
      expect(from).toMatch(/^\.\/(guards|parsers|runtime|shapes)\.ts$|^\.\/validators\.js$/)
  },
)
