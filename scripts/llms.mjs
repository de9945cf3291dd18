// Makes llms.txt: what a language model that helps with an app should read, from the pages themselves. `node scripts/llms.mjs`
// writes it; test/docs/llms.test.ts holds it to the pages.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The pages for people who put a chat into their app, in the order in which they need them. */
const guides = [
  'README.md',
  'docs/install.md',
  'docs/use-chat.md',
  'docs/backend.md',
  'docs/product.md',
  'docs/styling.md',
  'docs/components.md',
  'docs/headless.md',
  'docs/tools.md',
  'docs/mcp.md',
  'docs/threads.md',
  'docs/testing.md',
  'docs/words.md',
  'docs/coming-from/README.md',
]
/** Listed with their first sentence: for who needs them. */
const more = [
  'docs/markdown.md',
  'docs/attachments.md',
  'docs/theming.md',
  'docs/transports.md',
  'docs/endpoints.md',
  'docs/formats.md',
  'docs/export.md',
  'docs/lint.md',
  'docs/inspector.md',
  'docs/shell.md',
  'docs/registry.md',
  'docs/accessibility.md',
  'docs/versioning.md',
  ...['ai-sdk', 'assistant-ui', 'ai-elements', 'chatkit', 'copilotkit'].map(
    (name) => `docs/coming-from/${name}.md`,
  ),
  'packages/core/api.md',
  'packages/react/api.md',
  'packages/ui/api.md',
  'packages/threads/api.md',
]

const read = (page) => readFileSync(join(root, page), 'utf8')
const titleOf = (text) => /^# (.*)$/m.exec(text)[1].trim()
/** The first sentence of the first paragraph that is neither code nor a list. */
const firstSentence = (text) =>
  text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split(/\n\n+/)
    .find((part) => /^[^#|<!\s-]/.test(part))
    .replaceAll('\n', ' ')
    .split(/(?<=\.)\s/)[0]

/** A page under a heading of its own: headings one level down, links from the root. */
function chapter(page) {
  const folder = posix.dirname(page)
  let isCode = false
  return read(page)
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode
      if (isCode) return line
      const shifted = line.startsWith('#') ? `#${line}` : line
      return shifted.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, (_, to) => `](${posix.join(folder, to)})`)
    })
    .filter((line) => !line.startsWith('!['))
    .join('\n')
    .trim()
}

export function llmsText() {
  const list = more.map((page) => {
    const text = read(page)
    return `- [${titleOf(text)}](${page}): ${firstSentence(text)}`
  })
  return [
    '# Antiphon',
    '',
    '> A React kit for LLM chats: headless hooks that own an OpenAI chat-completions array, components that show everything that',
    '> happened on the wire, threads, a scripted endpoint, and readers for transcripts of other systems.',
    '',
    ...guides.flatMap((page) => [chapter(page), '']),
    '## More',
    '',
    ...list,
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, 'llms.txt'), llmsText())
