import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { render } from '../../../packages/cli/src/commands/render.js'
import { english as common } from '../../../packages/ui/src/strings/english.js'
import { englishArtifacts } from '../../../packages/artifacts/src/react/english.js'
import { englishApps } from '../../../packages/mcp/src/apps/english.js'
import { englishConversation } from '../../../packages/shell/src/strings/english-conversation.js'
import {
  englishAnnounce,
  englishApproval,
  englishCallBody,
  englishFigures,
  englishQuestion,
  englishResult,
  englishStructured,
  englishComposer,
  englishAgent,
  englishContext,
  englishEditor,
  englishFailure,
  englishLive,
  englishKeys,
  englishMedia,
  englishResultForm,
  englishTray,
  englishWaiting,
} from '../../../packages/ui/src/strings/english-late.js'
import { englishBox } from '../../../packages/ui/src/strings/english-box.js'
import { englishPeople } from '../../../packages/ui/src/strings/english-people.js'
import { englishTokens } from '../../../packages/shell/src/strings/english-tokens.js'
import { englishRedact } from '../../../packages/devtools/src/react/redact/english.js'
import { englishShell } from '../../../packages/shell/src/strings/english-shell.js'
import { englishThreads } from '../../../packages/threads/src/ui/english.js'
import { germanArtifacts } from '@antiphon/artifacts/german'
import { germanRedact } from '@antiphon/devtools/german'
import { germanApps } from '@antiphon/mcp/german'
import { germanConversation, germanShell, germanTokens } from '@antiphon/shell/german'
import { germanThreads } from '@antiphon/threads/german'
import { german } from '../../../packages/ui/src/strings/german.js'

/** Each language of the kit besides English, with the words that it shares with English, and signs. */
const languages = [
  {
    name: 'German',
    locale: 'de',
    table: {
      ...german,
      redact: germanRedact,
      threads: germanThreads,
      shell: germanShell,
      conversation: germanConversation,
      tokens: germanTokens,
      apps: germanApps,
      artifacts: germanArtifacts,
    },
    shared:
      /^(Code|Plan|TSV|Markdown|curl|Status|Host|Details|Text|Name|\{\d\}\/\{\d\}|\{\d\} \/ \{\d\}|×\{\d\}|\{\d\} s|\{\d\} min \{\d\} s|\{\d\} h \{\d\} min|~ \{\d\} tokens|, \{\d\}|\{\d\}, \{\d\}|\{\d\})$/i,
  },
]

const english = {
  ...common,
  shell: englishShell,
  conversation: englishConversation,
  redact: englishRedact,
  threads: englishThreads,
  live: englishLive,
  call: { ...common.call, ...englishCallBody },
  result: englishResult,
  usage: { ...common.usage, ...englishFigures },
  announce: englishAnnounce,
  actions: { ...common.actions, ...englishResultForm },
  transcript: { ...common.transcript, ...englishWaiting },
  attachment: { ...common.attachment, ...englishTray },
  composer: { ...englishBox, ...englishComposer },
  approval: { ...common.approval, ...englishApproval },
  keys: englishKeys,
  media: englishMedia,
  editor: englishEditor,
  failure: englishFailure,
  context: englishContext,
  agent: englishAgent,
  question: englishQuestion,
  structured: englishStructured,
  people: englishPeople,
  tokens: englishTokens,
  apps: englishApps,
  artifacts: englishArtifacts,
}

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

const packages = join(import.meta.dirname, '../../../packages')

it('every language of `ui` has a table here', () => {
  const files = readdirSync(join(packages, 'ui/src/strings')).flatMap(
    (file) => file.match(/^\w+(?=-people\.ts$)/) ?? [],
  )
  expect(files.sort()).toEqual(['english', ...languages.map(({ name }) => name.toLowerCase())].sort())
})

describe.each(languages)('X38 the table of $name', ({ name, locale, table, shared }) => {
  it('has an entry in every package that has words', () => {
    const entries = readdirSync(packages).flatMap((folder): object[] => {
      const file = join(packages, folder, 'package.json')
      if (!existsSync(file)) return []
      const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports?: object }
      return exports && './german' in exports ? [exports] : []
    })
    expect(entries.length).toBeGreaterThan(4)
    expect(entries.filter((one) => !(`./${name.toLowerCase()}` in one))).toEqual([])
  })

  it('can be chosen in `antiphon render --lang`', () => {
    expect(render.help).toMatch(new RegExp(`--lang L .*\\b${locale}\\b`))
  })

  it('has every entry of the English one, with every figure in it', () => {
    const figures = (text: string | undefined): unknown => text && [...new Set(text.match(/\{\d\}/g))].sort()
    const shape = (of: object): [string, unknown][] =>
      entries(of).map(([path, text]) => [path, figures(text)])
    expect(new Map(shape(table))).toEqual(new Map(shape(english)))
  })

  it('calls a button by its name: where an English sentence does, with a capital, this one does too', () => {
    const words = new Map(entries(table))
    const names = entries({ actions: common.actions }).map(
      ([path, text]) => [text, words.get(path)!] as const,
    )
    const sentences = entries(english).filter(([path]) => !path.startsWith('actions.'))
    const wrong = sentences.flatMap(([path, text]) =>
      names
        .filter(([own]) => text !== own && new RegExp(`(?:^|[.:,] )${own}\\b`).test(text))
        .filter(([, other]) => !words.get(path)?.toLowerCase().includes(other.toLowerCase()))
        .map(([own, other]) => `${path}: ${text} (${own}) → ${words.get(path)} (${other})`),
    )
    expect(wrong).toEqual([])
  })

  it('has no entry in English', () => {
    const words = new Map(entries(table))
    const same = entries(english).filter(([path, text]) => words.get(path) === text && !shared.test(text))
    expect(same.map(([path]) => path)).toEqual([])
  })
})
