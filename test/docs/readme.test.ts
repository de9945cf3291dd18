import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

it.each([
  ['README.md', 'drop-in.tsx'],
  ['docs/tools.md', 'tools-guide.tsx'],
  ['docs/shell.md', 'settings-guide.tsx'],
  ['docs/components.md', 'own-markdown.tsx'],
  ['docs/components.md', 'own-actions.tsx'],
  ['docs/components.md', 'own-composer.tsx'],
  ['docs/backend.md', 'backend-guide.tsx'],
  ['docs/use-chat.md', 'use-chat-guide.tsx'],
])('the code in %s is the code that is type-checked', (page, file) => {
  const code = readFileSync(join(import.meta.dirname, file), 'utf8').trim()
  expect(readFileSync(join(root, page), 'utf8')).toContain(`\`\`\`tsx\n${code}\n\`\`\``)
})

it('every link and picture of the README points at something', () => {
  const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map((match) => match[1]!)
  expect(targets.length).toBeGreaterThan(3)
  expect(targets.filter((target) => !existsSync(join(root, target)))).toEqual([])
})
