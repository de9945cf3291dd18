import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Words that had better ones: no text that a user reads holds them. */
const PHRASES = [
  'Show everything in half a minute',
  'Ask the scripted endpoint',
  'It needs no key and no network',
  'Scripted endpoint',
  'Let one tool fail',
  'Think about a puzzle first',
  'Show me an answer with a table and code',
  'Describe a file that you attach',
  'Refuse to answer',
  'Run into the content filter',
  'Break with an error in mid-answer',
  'What you ask is kept here',
  'This browser may delete threads',
  'threads could not be read',
  'thread was imported',
  'could not be read and were left out',
  'The storage of this browser is full',
  'does not let the page store anything',
  'Answer on its way',
  'Waits for your approval',
  'Open or export a transcript',
  'Take away',
  'One page (HTML)',
  'What is lost or changed',
  'Continue as a thread',
  'Use the open thread',
  'Read the pasted text',
  'Or paste it, or drop',
  'a system prompt is never trimmed',
  'context, which can be loaded anew',
  'No message could be read',
  'What is in braces',
  'Empty: ',
  'The address before /chat/completions',
  'Find servers on this machine',
  'Asking the usual ports',
  'None answers at the usual ports',
  'Until this page closes',
  'It is stored unencrypted',
  'One of the list, or any id',
  'Reads the list of models and asks',
  'Pages may send a key',
  'not looked at',
  'How much. Each server',
  'For answers that repeat',
  'Texts at which an answer ends',
  'one a line',
  'This is no JSON',
  'a key belongs into',
  'The address holds a name or a password',
  'Opens every new conversation',
  'What the server needs of a request',
  'By address: ',
  'Two models side by side',
  'Ask two models',
  'Both answers stay in the conversation',
  'Find a command',
  'Type a command',
  'No command fits',
  'Keys without Ctrl, Alt or Command',
  'Back to the usual keys',
  'The list of models was not read',
  'The list of models could not be read',
  'cannot be asked now',
  'not for chats',
  'Sent otherwise than stored',
  'Everything left as it is stored',
  'What is wrong with the messages',
  'Nothing is wrong with the messages',
  'were let go of to make room',
  'appear here from now on',
  'No row fits the filter',
  'Nothing of the answer came from it',
  'One row back',
  'One row on',
  'ody as it came',
  'came as it was given',
  'Answer as the kit reads it',
  'Only the answer is known of this exchange',
  'Unparsed and repaired',
  'Details has all it said',
  'The text so far is all there is',
  'If it exists, check the base URL',
  'attempts failed before this one',
  'attempt failed before this one',
  'has not been asked for yet',
  'A reason this kit does not know',
  'Of it thinking',
  'went as its name only',
  'are not taken.',
  'A file may have at most',
  'Type ahead',
  'Check these arguments',
  'Why not? The model reads this',
  'This question has changed or was answered',
  'A letter of another alphabet',
  'Data behind it',
]

/** Words that are wrong only as the whole of a text, such as of a button. */
const WHOLE = [
  'Choose a form',
  'New',
  'New thread',
  'Another one',
  'Take away as',
  'In this tab',
  'Test',
  'Run all',
  'Thoughts',
  'to know',
  'By server',
  'As it came',
  'not read',
]

function sources(folder: string, named = /(?<!\.test)\.tsx?$/): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sources(path, named)
    return named.test(entry.name) ? [path] : []
  })
}

/** Returns the texts of a file: its strings and the text of its elements, without its comments. */
function textsOf(path: string, source: string): string[] {
  const texts: string[] = []
  const add = (text: string): void => void texts.push(text.replace(/\s+/g, ' ').trim())
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, value } = node as { type?: string; value?: unknown }
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') add(value)
    if (type === 'TemplateElement') add((value as { cooked: string | null }).cooked ?? '')
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, source).program)
  return texts
}

const folders = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src'))
const apps = ['demo', 'workbench', 'parts'].map((name) => join(root, 'apps', name, 'src'))
const files = [...folders, ...apps].flatMap((folder) => sources(folder))

test('words that were replaced are in no text of the packages, the scenarios and the demo', () => {
  expect(files.length).toBeGreaterThan(300)
  const found: string[] = []
  for (const path of files) {
    const source = readFileSync(path, 'utf8')
    for (const text of textsOf(path, source))
      if (PHRASES.some((words) => text.includes(words)) || WHOLE.includes(text))
        found.push(`${relative(root, path)}: ${text.slice(0, 120)}`)
  }
  expect(found).toEqual([])
})

test('nor in the documents, which name what one reads on the screen', () => {
  const documents = [
    ...readdirSync(root).filter((name) => name.endsWith('.md')),
    ...['docs', 'packages', 'examples', 'apps', '.changeset'].flatMap((folder) =>
      sources(join(root, folder), /\.mdx?$/).map((path) => relative(root, path)),
    ),
  ]
  expect(documents.length).toBeGreaterThan(80)
  const found: string[] = []
  for (const path of documents) {
    const text = readFileSync(join(root, path), 'utf8').replace(/\s+/g, ' ')
    // The words of a button are in quotation marks, or in italics or bold.
    const named = WHOLE.flatMap((words) => [`"${words}"`, `*${words}*`, `_${words}_`])
    for (const words of [...PHRASES, ...named]) if (text.includes(words)) found.push(`${path}: ${words}`)
  }
  expect(found).toEqual([])
})
