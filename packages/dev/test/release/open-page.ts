/** What a newcomer takes from a page of the docs. Each method throws if it finds nothing. */
export interface OpenPage {
  /** The address of the link with these words. */
  link(words: string): string
  /** The first command in the text that begins with `start`. */
  command(start: string): string
  /** The first code block in this language that contains `part`. */
  code(language: string, part?: string): string
}

/** Reads the Markdown version of a page. */
export async function openPage(address: string): Promise<OpenPage> {
  const answer = await fetch(new URL('index.md', address))
  if (!answer.ok) throw new Error(`${address} has no Markdown version: ${answer.status}.`)
  const text = await answer.text()
  const need = (found: string | undefined, what: string) => {
    if (found === undefined) throw new Error(`${address} has no ${what}.`)
    return found
  }
  const links = [...text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)]
  const blocks = [...text.matchAll(/^( *)```(\w+).*\n([\s\S]*?)\n\1```$/gm)].map(
    ([, indent = '', language, code = '']) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
  return {
    link(words) {
      const [, , to] = links.find(([, own]) => own === words) ?? []
      return new URL(need(to, `link “${words}”`), address).href
    },
    command: (start) =>
      need(text.match(new RegExp(`\`(${start}[^\`]*)\``))?.[1], `command “${start}”`),
    code(language, part = '') {
      const found = blocks.find((one) => one.language === language && one.code.includes(part))
      return `${need(found?.code, `${language} block with “${part}”`)}\n`
    },
  }
}
