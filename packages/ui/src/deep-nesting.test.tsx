import { type AssistantMessage, type Message, type ToolMessage } from '@antiphon/core'
import { createPartialJsonReader } from '@antiphon/core/partial-json'
import { exportMarkdown, exportText } from '@antiphon/transcripts'
import { lintTranscript } from '@antiphon/lint'
import { cleanup, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { amount } from '../../../test/support/amount.js'
import { someOf } from '../../../test/support/some-of.js'
import { run } from '../../cli/src/main.js'
import { ToolCallView } from './components/tool-call/tool-call.js'
import { Transcript } from './components/transcript/transcript.js'
import { exportHtml } from './export/export-html.js'
import { storyCall } from './fixtures/story-calls.js'
import { lazyLive } from './components/live-parts/use-live-parts.js'
import { createMarkdownDoc } from './markdown/testing/markdown-doc.js'
import { lazyGrowth } from './markdown/render/markdown.js'
import { Markdown } from './markdown/render/markdown.js'

/**
 * How often each mark is repeated: half as much again as the calls that the stack of an engine has room for, which are some 10,000. How
 * cost grows with length is held by markdown/pathological.test.ts.
 */
const MANY = amount(15_000, 100_000)
/** How deep JSON goes. */
const LEVELS = 100_000
const times = (text: string, count = MANY): string => text.repeat(count)

/** Texts that nest without end, or hold very many of one thing. All end in the word `end`. */
const texts: Record<string, string> = {
  'stars that open': `${times('*')}end`,
  'stars that open and close': `${times('*')}end${times('*')}`,
  'stars and underscores': `${times('*_', MANY / 2)}end${times('_*', MANY / 2)}`,
  'strong words in strong words': `${times('**a ')}end`,
  'emphasis in emphasis': `${times('*a _b ', MANY / 2)}end${times(' b_ a*', MANY / 2)}`,
  'struck words in emphasis': `${times('~~a *b ', MANY / 2)}end${times(' b* a~~', MANY / 2)}`,
  'square brackets': `${times('[')}end`,
  'square brackets that close': `${times('[')}end${times(']')}`,
  'images in images': `${times('![')}end${times('](u)')}`,
  'links in links': `${times('[')}end${times('](u)')}`,
  parentheses: `[a](${times('(')}end`,
  'quotes on a line': `${times('> ')}end`,
  'quotes without blanks': `${times('>')}end`,
  'lists on a line': `${times('- ')}end`,
  'numbered lists on a line': `${times('1. ')}end`,
  'quotes and lists': `${times('> - ', MANY / 2)}end`,
  'lists by indent': Array.from({ length: 700 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n') + '\n\nend',
  'a table in quotes': `${times('> ')}| a |\n${times('> ')}|---|\n\nend`,
  backticks: `${times('`a')}end`,
  'runs of backticks': `${times('` a ``b ')}end`,
  tags: `${times('<a>')}end`,
  'mail addresses': `${times('a@b.cd ', 2_000)}end`,
  'many blocks': `${times('a\n\n', 2_000)}end`,
  'many items': `${times('- a\n', 2_000)}- end`,
  footnotes: `${times('[^1]: ', 2_000)}end`,
}

/** JSON texts with 100,000 levels, whole and cut off. */
const json: Record<string, string> = {
  arrays: times('[', LEVELS) + times(']', LEVELS),
  objects: `${times('{"a":', LEVELS)}1${times('}', LEVELS)}`,
  both: `${times('{"a":[', LEVELS / 2)}1${times(']}', LEVELS / 2)}`,
  'a long one with arrays inside': `{"a":"${times('x', LEVELS)}","b":${times('[', LEVELS)}${times(']', LEVELS)}}`,
  'arrays cut off': times('[', LEVELS),
  'objects cut off': times('{"a":', LEVELS),
}

const answer = (content: string): AssistantMessage => ({ role: 'assistant', content, finishReason: 'stop' })
const thread = (content: string): Message[] => [{ role: 'user', content }, answer(content)]

function withJson(text: string): Message[] {
  let details: unknown
  try {
    details = JSON.parse(text)
  } catch {
    details = text
  }
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: text } }
  const result = { role: 'tool', tool_call_id: 'c', content: text, details } as ToolMessage
  const asked = { role: 'assistant', content: 'Look.', tool_calls: [call], finishReason: 'tool_calls' }
  const part = { type: 'own', value: details }
  return [
    { role: 'user', content: [{ type: 'text', text: 'Go.' }, part] } as unknown as Message,
    { ...asked, reasoning_details: [{ type: 'own', value: details }] } as AssistantMessage,
    result,
    { role: 'tool', tool_call_id: 'other', content: [part], details } as unknown as ToolMessage,
    answer('Done.'),
  ]
}

/** Runs a command on a text; the exit code is 1 only when it could not do its work. */
async function cli(args: string[], text: string): Promise<string> {
  const out: string[] = []
  const err: string[] = []
  async function* stdin() {
    yield new TextEncoder().encode(text)
  }
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stdin: stdin(),
    signal: AbortSignal.timeout(250_000),
  }
  const code = await run([args[0]!, '-', ...args.slice(1)], io)
  expect({ args, code, err: code === 1 ? err : [] }).toEqual({ args, code: code === 2 ? 2 : 0, err: [] })
  return out.join('\n')
}

/** JSON text of messages, with a value in them that JSON.stringify could not write. */
const jsonThread = (text: string): string => {
  const isWhole = !/^[[{"a:]*$/.test(text)
  const value = isWhole ? text : '"cut"'
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: text } }
  const start = JSON.stringify([
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: 'Look.', tool_calls: [call] },
  ])
  return `${start.slice(0, -1)},{"role":"tool","tool_call_id":"c","content":${JSON.stringify(text)},"details":${value}}]`
}

const frames = (delta: object): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\ndata: [DONE]\n\n`

beforeAll(() => lazyGrowth.load().then(() => lazyLive.load()))

const ways: Record<string, (text: string) => unknown> = {
  'is streamed': (text) => {
    const doc = createMarkdownDoc()
    const piece = Math.ceil(text.length / 8)
    for (let at = 0; at < text.length; at += piece) doc.append(text.slice(at, at + piece))
    doc.finish()
    return doc.blocks.length > 0 ? 'end' : ''
  },
  'is drawn': (text) => {
    const { container } = render(<Markdown text={text} />)
    return container.textContent
  },
  'is drawn while it streams': (text) => {
    const { container } = render(<Markdown text={text} streaming />)
    return container.textContent
  },
  'is drawn on a server': (text) => renderToString(<Markdown text={text} />),
  'is drawn on a server, in a transcript': (text) => renderToString(<Transcript messages={thread(text)} />),
  'is exported as a page': (text) => exportHtml(thread(text)),
  'is exported as Markdown and text': (text) => exportMarkdown(thread(text)) + exportText(thread(text)),
  'is linted': (text) => lintTranscript(thread(text)) && 'end',
  'is read by the CLI': (text) => cli(['read'], frames({ role: 'assistant', content: text })),
  'is linted by the CLI': async (text) => `${await cli(['lint'], JSON.stringify(thread(text)))}end`,
  'is converted by the CLI': (text) => cli(['convert', '--to', 'clawtools'], JSON.stringify(thread(text))),
  'is rendered by the CLI': (text) => cli(['render'], JSON.stringify(thread(text))),
}

/** Goes one way with a text, each with another one, and in a hunt every way; the report names those that failed. */
async function goWays(all: typeof ways, text: string, end: string, salt: number): Promise<void> {
  const failed: Record<string, string> = {}
  for (const [way, go] of someOf(Object.entries(all), 1, salt)) {
    try {
      const shown = String(await go(text))
      if (!shown.includes(end)) failed[way] = `shows ${shown.slice(0, 200)}`
    } catch (error) {
      failed[way] = String(error)
    }
    cleanup()
  }
  expect(failed).toEqual({})
}

test.each(Object.entries(texts).map(([name, text], at) => ({ name, text, at })))(
  'a message of $name is shown to its end',
  ({ text, at }) => goWays(ways, text, 'end', at),
)

const jsonWays: Record<string, (text: string) => unknown> = {
  'is drawn': (text) => {
    const { container } = render(<Transcript messages={withJson(text)} />)
    return container.textContent
  },
  'is drawn open': (text) => {
    const [, asked, result] = withJson(text)
    const { content, details } = result as ToolMessage
    const raw = (asked as AssistantMessage).tool_calls![0]!.function.arguments
    const call = storyCall('f', raw, { result: content as string })
    const { container } = render(
      <ToolCallView call={{ ...call, result: { ...call.result!, details } }} defaultOpen />,
    )
    expect(container.querySelector('[data-slot=tool-args]')!.textContent).toContain(text.slice(0, 50))
    return container.textContent
  },
  'is drawn while it streams': (text) => {
    const { container, rerender } = render(
      <ToolCallView call={storyCall('f', '', { state: 'writing' })} defaultOpen />,
    )
    for (let at = 0; at < text.length; at += text.length / 20)
      rerender(<ToolCallView call={storyCall('f', text.slice(0, at), { state: 'writing' })} />)
    return container.textContent
  },
  'is streamed': (text) => {
    const reader = createPartialJsonReader()
    for (let at = 0; at < text.length; at += 1000) {
      reader.push(text.slice(at, at + 1000))
      reader.snapshot()
    }
    expect(reader.error?.code).toBe('depth')
    return 'f'
  },
  'is drawn on a server': (text) => renderToString(<Transcript messages={withJson(text)} />),
  'is exported as a page': (text) => exportHtml(withJson(text)),
  'is exported as Markdown and text': (text) => exportMarkdown(withJson(text)) + exportText(withJson(text)),
  'is linted': (text) => lintTranscript(withJson(text)) && 'f',
  'is read by the CLI': (text) =>
    cli(['read'], frames({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: text } }] })),
  'is linted by the CLI': async (text) => `${await cli(['lint', '--json'], jsonThread(text))}f`,
  'is rendered by the CLI': (text) => cli(['render'], jsonThread(text)),
}
for (const format of [
  'openai',
  'openai-responses',
  'anthropic',
  'clawtools',
  'agentkit',
  'ai-sdk',
  'prompt-api',
  'open-agent-loops',
])
  jsonWays[`is converted to ${format} by the CLI`] = (text) =>
    cli(['convert', '--to', format], jsonThread(text))

test.each(Object.entries(json).map(([name, text], at) => ({ name, text, at })))(
  'arguments and a result of $name are shown',
  ({ text, at }) => goWays(jsonWays, text, 'f', at),
)
