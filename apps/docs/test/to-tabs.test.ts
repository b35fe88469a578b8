import { expect, it } from 'vitest'
import { toTabs } from '../src/write-sources.ts'

const fence = (title: string) => `\`\`\`ts title="${title}"\nconst a = '$&'\n\`\`\``

it('makes one group of the titled fences that follow each other', () => {
  const tabbed = toTabs(`before\n\n${fence('One')}\n\n${fence('Two')}\n\nafter`)
  expect(tabbed.match(/<fieldset/g)).toHaveLength(1)
  expect(tabbed.match(/ checked>/g)).toHaveLength(1)
  expect(tabbed).toMatch(/<label for="tabs-1-2">Two<\/label>/)
  expect(tabbed.match(/```ts\nconst a = '\$&'\n```/g)).toHaveLength(2)
  expect(tabbed).toMatch(/^before\n[\s\S]*\nafter$/)
})

it('gives each group names of its own', () => {
  const pair = `${fence('One')}\n\n${fence('Two')}`
  const tabbed = toTabs(`${pair}\n\ntext\n\n${pair}`)
  const ids = [...tabbed.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual(['tabs-1-1', 'tabs-1-2', 'tabs-2-1', 'tabs-2-2'])
})

it('leaves alone a titled fence that stands alone, and fences without a title', () => {
  const text = `${fence('One')}\n\ntext\n\n\`\`\`ts\na\n\`\`\`\n\n\`\`\`ts\nb\n\`\`\`\n`
  expect(toTabs(text)).toBe(text)
})
