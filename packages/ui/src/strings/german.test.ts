import { expect, it } from 'vitest'
import { english as table } from './english.js'
import { englishInspector } from './english-inspector.js'
import {
  englishAnnounce,
  englishApproval,
  englishComposer,
  englishAgent,
  englishContext,
  englishEditor,
  englishLive,
  englishMedia,
  englishRefused,
} from './english-late.js'
import { englishShell } from './english-shell.js'
import { englishRedact } from './english-redact.js'
import { englishThreads } from './english-threads.js'
import { german } from './german.js'

const english = {
  ...table,
  inspector: englishInspector,
  shell: englishShell,
  threads: englishThreads,
  redact: englishRedact,
  live: englishLive,
  announce: englishAnnounce,
  attachment: { ...table.attachment, ...englishRefused },
  composer: { ...table.composer, ...englishComposer },
  approval: { ...table.approval, ...englishApproval },
  media: englishMedia,
  editor: englishEditor,
  context: englishContext,
  agent: englishAgent,
}

/** Words that are the same in both languages, and signs. */
const shared =
  /^(Code|Status|Host|Details|Text|Name|\{\d\}\/\{\d\}|\{\d\} s|\{\d\} min \{\d\} s|\{\d\} h \{\d\} min|~ \{\d\} tokens|, \{\d\}|\{\d\}, \{\d\}|\{\d\})$/i

/** Every entry of a table by its path, functions called with the names of their arguments. */
function entries(table: object, path = ''): [string, string][] {
  return Object.entries(table).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const at = path ? `${path}.${key}` : key
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function')
      return [[at, (value as (...args: string[]) => string)('{0}', '{1}', '{2}')]]
    return typeof value === 'object' && value !== null ? entries(value, at) : []
  })
}

it('X38 the German table has every entry of the English one, with every figure in it', () => {
  const figures = (text: string | undefined): unknown => text && [...new Set(text.match(/\{\d\}/g))].sort()
  const shape = (table: object): [string, unknown][] =>
    entries(table).map(([path, text]) => [path, figures(text)])
  expect(new Map(shape(german))).toEqual(new Map(shape(english)))
})

it('X38 no entry was left in English', () => {
  const words = new Map(entries(german))
  const same = entries(english).filter(([path, text]) => words.get(path) === text && !shared.test(text))
  expect(same.map(([path]) => path)).toEqual([])
})
