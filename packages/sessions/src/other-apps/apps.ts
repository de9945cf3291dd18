import { entriesIn, isRecord, textOf, type JsonObject, wordOf } from '@antiphon/base'
import { listOf, oldestFirst, recordsIn, type Dialect } from './dialect.js'

/** DeepSeek's export: the tree of ChatGPT, with fragments in place of an author and content. */
const deepSeek: Dialect = {
  shape: 'deepseek',
  entriesOf({ mapping }) {
    const nodes = isRecord(mapping) ? Object.values(mapping) : []
    return listOf(nodes, ({ message }) => isRecord(message) && Array.isArray(message.fragments)) && nodes
  },
  placeOf: ({ id, parent }) => ({ id: wordOf(id), parent: textOf(parent) }),
  messagesOf({ message }) {
    if (!isRecord(message)) return 'node without message'
    const { fragments, ...rest } = message
    const all = recordsIn(fragments)
    const isAnswer = all.some(({ type }) => type === 'RESPONSE' || type === 'THINK')
    const content = all.map((fragment) => {
      const { type, content: text } = fragment
      if (type === 'THINK') return { ...fragment, type: 'thinking' }
      return type === 'REQUEST' || type === 'RESPONSE' ? { type: 'text', text } : fragment
    })
    return [{ ...rest, role: isAnswer ? 'assistant' : 'user', content }]
  },
}

/** LM Studio: versions of each message, of one step or of several. */
const lmStudio: Dialect = {
  shape: 'lm-studio',
  entriesOf({ messages }) {
    const list = listOf(messages, (entry) => Array.isArray(entry.versions) && 'currentlySelected' in entry)
    let parent: string | undefined
    return list?.flatMap((entry, at): unknown[] => {
      if (!isRecord(entry)) return [entry]
      const above = parent
      parent = `${at}.${Number(entry.currentlySelected)}`
      return entriesIn(entry.versions).map((version, n) =>
        isRecord(version) ? { ...version, place: { id: `${at}.${n}`, parent: above } } : version,
      )
    })
  },
  placeOf: ({ place }) => place as { id: string; parent: string | undefined },
  leafOf({ messages }) {
    const last = entriesIn(messages).length - 1
    const entry = entriesIn(messages)[last]
    return isRecord(entry) ? `${last}.${Number(entry.currentlySelected)}` : undefined
  },
  messagesOf({ type: _type, place: _place, role, content, steps, ...rest }) {
    if (typeof role !== 'string') return 'no version'
    if (!Array.isArray(steps)) return [{ ...rest, role, content }]
    const all: JsonObject[] = []
    const asides: unknown[] = []
    const add = (to: string, block: JsonObject): void => {
      const last = all.at(-1)
      if (last?.role === to && to === 'assistant') (last.content as unknown[]).push(block)
      else all.push({ role: to, content: [block] })
    }
    for (const step of steps as unknown[]) {
      const { content: blocks, ...more } = isRecord(step) ? step : { content: [], step }
      asides.push(Array.isArray(blocks) ? more : step)
      if (!Array.isArray(blocks)) continue
      const isThought = isRecord(more.style) && more.style.type === 'thinking'
      for (const block of recordsIn(blocks)) {
        const named = block.callId ?? block.toolCallId ?? block.toolCallRequestId
        const id = typeof named === 'number' ? String(named) : wordOf(named)
        if (block.type === 'toolCallRequest') {
          const { parameters: input, name } = block
          add(role, { type: 'tool_use', id, name, input })
        } else if (block.type === 'toolCallResult')
          add('user', {
            type: 'tool_result',
            tool_use_id: id,
            content: block.content,
          })
        else add(role, isThought ? { type: 'thinking', thinking: block.text } : block)
      }
    }
    const [first = { role, content: [] }, ...others] = all
    return [{ ...rest, ...first, steps: asides }, ...others]
  },
}

/** Gemini in Google Takeout: a prompt and its answer as a page. */
const takeout: Dialect = {
  shape: 'gemini-takeout',
  entriesOf({ messages }) {
    const list = listOf(
      messages,
      ({ header, title, time }) => /^(?:Gemini|Bard)/.test(wordOf(header)) && [title, time].every(textOf),
    )
    return list && oldestFirst(list, 'time')
  },
  messagesOf({ safeHtmlItem: items, ...rest }) {
    const title = wordOf(rest.title)
    const answer = entriesIn(items).flatMap((item) => (isRecord(item) ? textOf(item.html) : undefined) ?? [])
    const prompt: JsonObject = { ...rest, role: 'user', content: title.replace(/^Prompted /, '') }
    if (answer.length === 0) return title === prompt.content ? 'no prompt' : [prompt]
    const html = answer.join('\n')
    return [prompt, { role: 'assistant', content: textOfHtml(html), html, time: rest.time }]
  },
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

/** The words of a page, with its ends of lines. */
const textOfHtml = (html: string): string =>
  html
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|li|h\d|tr|pre)>/gi, '\n')
    .replaceAll(/<li[^>]{0,200}>/gi, '- ')
    .replaceAll(/<[^>]{0,1000}>/g, '')
    .replaceAll(/&(?:#(\d{1,7})|(\w{2,6}));/g, (whole, code: string | undefined, name: string) =>
      code === undefined
        ? (ENTITIES[name] ?? whole)
        : String.fromCodePoint(Math.min(Number(code), 0x10_ffff)),
    )
    .trim()

const WORDS = ['message', 'text']
const SPEAKER = /^(?:user|human|assistant|ai|model|system)$/i

const wordsKey = (entry: JsonObject): string | undefined =>
  'content' in entry || 'parts' in entry ? undefined : WORDS.find((key) => typeof entry[key] === 'string')

/** Logs with a role, and the words under another key; a session may be named in each line. */
const turns: Dialect = {
  shape: 'turns',
  groupBy: 'session_id',
  entriesOf({ messages }) {
    const isTurn = (entry: JsonObject): boolean =>
      SPEAKER.test(wordOf(entry.role)) && wordsKey(entry) !== undefined
    const list = listOf(messages, isTurn)
    const all = list?.slice(0, 50).filter(isRecord) ?? []
    const own = all.filter(isTurn)
    const roles = new Set(own.map(({ role }) => /^(?:user|human)$/i.test(wordOf(role))))
    return own.length * 2 > all.length && roles.size === 2 ? list : undefined
  },
  messagesOf(entry) {
    const key = wordsKey(entry)
    if (key === undefined || !SPEAKER.test(wordOf(entry.role))) return 'no turn'
    const { [key]: content, ...rest } = entry
    return [{ ...rest, content }]
  },
}

export const appDialects: readonly Dialect[] = [deepSeek, lmStudio, takeout, turns]
