import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { unknownTables } from './option-literals.js'
import { pages, root } from './pages.js'

/** The members that an interface of a source declares itself. */
function membersOf(file: string, name: string): string[] {
  const path = join(root, file)
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const declared = program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .find((node) => node?.type === 'TSInterfaceDeclaration' && node.id.name === name)
  const body = declared?.type === 'TSInterfaceDeclaration' ? declared.body.body : []
  return body.flatMap((member) =>
    (member.type === 'TSPropertySignature' || member.type === 'TSMethodSignature') &&
    member.key.type === 'Identifier'
      ? [member.key.name]
      : [],
  )
}

const tray = 'packages/react/src/attachments'
const saver: [string, string] = ['packages/threads/src/saver/thread-saver.ts', 'ThreadSaverOptions']
const tables: [title: string, sources: [file: string, name: string][], without?: string[]][] = [
  ['prop of `ThreadList`', [['packages/threads/src/ui/thread-list.tsx', 'ThreadListProps']]],
  [
    'prop of `Composer`',
    [
      ['packages/ui/src/components/composer/composer.tsx', 'ComposerProps'],
      ['packages/react/src/hooks/use-composer.ts', 'ComposerOptions'],
    ],
    ['onReturn', 'allowEmpty'],
  ],
  [
    'prop of `Transcript`',
    [['packages/ui/src/components/transcript/transcript-props.ts', 'TranscriptProps']],
  ],
  [
    'option of `createThreadSessions`',
    [['packages/threads/src/sessions/thread-sessions.ts', 'ThreadSessionsOptions'], saver],
    // The sessions give these to each saver themselves.
    ['threadId', 'isNew', 'onRead'],
  ],
  [
    'option of `useAttachments`',
    [
      [`${tray}/types.ts`, 'AttachmentOptions'],
      [`${tray}/attachment-tray.ts`, 'AttachmentTrayOptions'],
      [`${tray}/use-part-check.ts`, 'PartCheckOptions'],
      [`${tray}/use-attachments.ts`, 'UseAttachmentsOptions'],
    ],
  ],
]

/** The names in the first column of the table with this title, on any page. */
function namesIn(title: string): string[] {
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n')
  const [, rows = ''] = text.split(`| ${title} |`)
  const [table = ''] = rows.split('\n\n')
  return [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, first]) =>
    [...first!.matchAll(/`(\w+)[^`]*`/g)].map(([, name]) => name!),
  )
}

test.each(tables)('the table "%s" names each of its members and no other', (title, sources, without = []) => {
  const members = sources.flatMap(([file, name]) => membersOf(file, name))
  expect(members.length).toBeGreaterThan(3)
  const named = [...new Set(members)].filter((name) => !without.includes(name))
  expect(namesIn(title).toSorted()).toEqual(named.toSorted())
})

// test/docs/snippets.test.ts compiles them.
test('each table of options with quoted values says which type they belong to', () => {
  expect(unknownTables()).toEqual([])
})
