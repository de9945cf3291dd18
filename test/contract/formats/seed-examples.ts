import type { FormatName } from '@antiphon/transcripts'
import { fromDrawing, fromLiteral } from './seed-literals.js'

/** One example of the texts that the formats come from, as a document of its format. */
export interface SeedExample {
  title: string
  format: FormatName
  document: unknown
  /** The roles of our messages, in order. */
  roles: readonly string[]
  /** State of each call, in order. */
  calls: readonly string[]
}

const between = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from)
  return text.slice(start, text.indexOf(to, start) + to.length)
}

/** The JSON object whose first line is `{`, that begins behind `after`. Its lines may have lost their indentation. */
function objectAfter(text: string, after: string): unknown {
  const start = text.indexOf('\n{\n', text.indexOf(after)) + 1
  for (let end = text.indexOf('\n}', start); end >= 0; end = text.indexOf('\n}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 2)) as unknown
    } catch {
      // An inner brace.
    }
  }
  throw new Error(`No object behind "${after}".`)
}

/** Every example in the five texts. Found by the words around it, so that the texts may lie anywhere. */
export function seedExamples(texts: readonly string[]): SeedExample[] {
  const textWith = (words: string): string => {
    const found = texts.find((text) => text.includes(words))
    if (found === undefined) throw new Error(`None of the texts says "${words}".`)
    return found
  }
  return [
    ...wireGuide(textWith('How a Turn Interleaves')),
    ...transcriptModel(textWith('The transcript model')),
    ...messageFormat(textWith('### `ToolResultMessage`')),
    ...promptApi(textWith('Proposed response structure')),
    ...apiPage(textWith('A model (assistant) turn.')),
  ]
}

function wireGuide(text: string): SeedExample[] {
  const thread: unknown = JSON.parse(between(text, '[\n{ "role": "system"', '\n]Nothing').slice(0, -7))
  // The lines of the thread itself end with a comma; those of the chapters on single messages run into the next words.
  const single = text
    .split('\n')
    .filter((line) => line.startsWith('{ "role": "') && line.includes('" }') && !line.endsWith('},'))
    .map((line): unknown => JSON.parse(line.slice(0, line.indexOf('" }') + 3)))
  const format = 'open-agent-loops'
  const both = ['done', 'done']
  return [
    {
      title: 'the two-city thread',
      format,
      document: thread,
      roles: ['system', 'user', 'assistant', 'tool', 'tool', 'assistant'],
      calls: both,
    },
    ...single.map((message): SeedExample => {
      const { role } = message as { role: string }
      return { title: `the ${role} message`, format, document: [message], roles: [role], calls: [] }
    }),
    {
      title: 'an answer that is only a call',
      format,
      document: [objectAfter(text, 'A pure tool-call turn')],
      roles: ['assistant'],
      calls: ['unanswered'],
    },
    {
      title: 'thinking beside its calls',
      format,
      document: [objectAfter(text, 'the thinking rides alongside the call')],
      roles: ['assistant'],
      calls: ['unanswered', 'unanswered'],
    },
  ]
}

function transcriptModel(text: string): SeedExample[] {
  const format = 'agentkit'
  return [
    {
      title: 'the transcript as a list of items',
      format,
      document: fromDrawing(between(text, 'Vec<Item>\n', 'The file contains...")] }')),
      roles: ['system', 'system', 'user', 'assistant', 'tool', 'assistant'],
      calls: ['done'],
    },
    {
      title: 'one item of text and a call',
      format,
      document: fromDrawing(between(text, 'Item + parts model', 'One item.')),
      roles: ['assistant'],
      calls: ['unanswered'],
    },
    {
      title: 'two calls and their results',
      format,
      document: fromDrawing(between(text, 'Correlation between', 'When the model')),
      roles: ['assistant', 'tool', 'tool'],
      calls: ['done', 'error'],
    },
  ]
}

function messageFormat(text: string): SeedExample[] {
  const literals = [...text.matchAll(/const \w+: \w+Message = (\{[^]*?\});\n/g)].map(([, literal]) =>
    fromLiteral(literal!),
  )
  const at = (i: number): unknown => literals[i]
  const format = 'clawtools'
  const flow = between(text, '[0] UserMessage', '[3] AssistantMessage')
  const roles = [...flow.matchAll(/role: "(\w+)"/g)].map(([, role]) => role!)
  return [
    { title: 'plain text of a user', format, document: [at(0)], roles: ['user'], calls: [] },
    { title: 'text and an image', format, document: [at(1)], roles: ['user'], calls: [] },
    { title: 'a plain answer', format, document: [at(2)], roles: ['assistant'], calls: [] },
    {
      title: 'text, a call and its result',
      format,
      document: [at(3), at(5)],
      roles: ['assistant', 'tool'],
      calls: ['done'],
    },
    {
      title: 'only a call, and its result',
      format,
      document: [at(4), at(5)],
      roles: ['assistant', 'tool'],
      calls: ['done'],
    },
    {
      title: `the tool-use loop (${roles.join(', ')})`,
      format,
      document: [at(0), at(4), at(5), at(2)],
      roles: ['user', 'assistant', 'tool', 'assistant'],
      calls: ['done'],
    },
  ]
}

function promptApi(text: string): SeedExample[] {
  const format = 'prompt-api'
  const prompts = fromLiteral(between(text, "[{ role: 'system'", '}]')) as unknown[]
  const question = /agent\.run\('([^']+)'\)/.exec(text)![1]
  return [
    {
      title: 'a response of two runs',
      format,
      document: fromLiteral(between(text, '{\n  done: true', '\n};').replace(/;$/, '')),
      roles: ['assistant', 'tool', 'assistant'],
      calls: ['done'],
    },
    {
      title: 'a prompt to begin with and a question',
      format,
      document: [...prompts, { role: 'user', content: question }],
      roles: ['system', 'user'],
      calls: [],
    },
  ]
}

function apiPage(text: string): SeedExample[] {
  return [
    {
      title: 'a turn that requests one tool',
      format: 'open-agent-loops',
      document: [objectAfter(text, 'Wire shape')],
      roles: ['assistant'],
      calls: ['unanswered'],
    },
  ]
}

/** Collects the words of a document, unchanged: texts, thinking, names of tools, values of arguments, results. */
export function wordsOf(document: unknown, key = ''): string[] {
  if (typeof document === 'string') {
    if (key === 'arguments') return wordsOf(JSON.parse(document), 'input')
    const says =
      /^(?:content|text|Text|thinkingText|thinking|reasoning|reasoning_content|name|toolName|input)$/.test(
        key,
      )
    return says && document !== '' ? [document] : []
  }
  if (typeof document !== 'object' || document === null) return []
  const inside = Array.isArray(document)
    ? document.map((value) => [key, value] as const)
    : Object.entries(document)
  const isInput = /^(?:input|args|arguments)$/.test(key)
  return inside.flatMap(([name, value]) => wordsOf(value, isInput ? 'input' : name))
}
