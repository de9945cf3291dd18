// @module-tag hunt
import { createChat } from '@antiphon/core'
import { scriptedTransport, sseText } from '@antiphon/core/testing'
import { createRecorder, recordChat } from '@antiphon/devtools'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { WireInspector } from '@antiphon/devtools/react'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/devtools/src/react/inspector.css'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import './support/chat-layout.css'
import './support/inspector-layout.css'

afterEach(cleanup)

/** Tokens as a model sends them, with the visible text of each. Many occur more than once, and some contain marks. */
const tokens: [source: string, seen: string][] = [
  ...plain('It is the same time in the two towns , and the time is not the same .'),
  ['\n\n', ''],
  ...heading('##', 'The times , and the towns'),
  ...strong('Sunday'),
  ...plain(' , the time is'),
  [' **', ''],
  ['09', '09'],
  [':', ':'],
  ['03', '03'],
  ['**,', ','],
  ...plain(' and on'),
  [' **', ''],
  ['Sunday', 'Sunday'],
  ['**,', ','],
  [' not', 'not'],
  [' `', ''],
  ['the', 'the'],
  ['_time', '_time'],
  ['`', ''],
  [' is', 'is'],
  [' state', 'state'],
  ['-of', '-of'],
  ['-the', '-the'],
  ['-', '-'],
  ['art', 'art'],
  [',', ','],
  ['\n\n', ''],
  ...['Oslo', 'Tokyo', 'Oslo , and the same time', 'the time'].flatMap((item, i): [string, string][] => [
    [`${i + 1}`, ''],
    ['.', ''],
    ...plain(` ${item}`),
    ['\n', ''],
  ]),
  ['\n', ''],
  ...['Town', 'Time'].flatMap((cell): [string, string][] => [
    ['|', ''],
    [` ${cell}`, cell],
  ]),
  [' |\n', ''],
  ['|---', ''],
  ['|---|', ''],
  ['\n', ''],
  ...['Oslo', '09', 'Tokyo', '16', 'Oslo', '09'].flatMap((cell, i): [string, string][] => [
    ['|', ''],
    [` ${cell}`, cell],
    ...(i % 2 === 1 ? ([[' |\n', '']] satisfies [string, string][]) : []),
  ]),
  ['\n', ''],
  ['```', ''],
  ['ts', ''],
  ['\n', ''],
  ['const', 'const'],
  [' time', 'time'],
  [' =', '='],
  [' `', '`'],
  ['the', 'the'],
  [' time', 'time'],
  ['`', '`'],
  ['\n', ''],
  ['const', 'const'],
  [' *', '*'],
  ['\n', ''],
  ['```', ''],
  ['\n\n', ''],
  ['> ', ''],
  ...plain(
    'The time , the same time , and the other time , which is not the same as the time that was the first one of the two times , as it is',
  ),
  ['\n>\n> ', ''],
  ...plain('and again the time , the time'),
  ['\n\n', ''],
  ['See', 'See'],
  [' [', ''],
  ['the', 'the'],
  [' time', 'time'],
  ['](', ''],
  ['https', ''],
  ['://', ''],
  ['time', ''],
  ['.example', ''],
  [')', ''],
  [' and', 'and'],
  [' https', 'https'],
  ['://', '://'],
  ['time', 'time'],
  ['.example', '.example'],
  ['/the', '/the'],
  ['/time', '/time'],
  [' ,', ','],
  ...plain(' 東京 の 時間 は 東京 の 時間 😀 and 😀 , the time'),
  [' *', ''],
  ['*', ''],
  ['the', 'the'],
  [' *', ''],
  ['same', 'same'],
  ['*', ''],
  [' time', 'time'],
  ['**', ''],
  ['.', '.'],
]

function plain(words: string): [string, string][] {
  return words.split(/(?= )/).map((word) => [word, word.trim()])
}
function heading(mark: string, words: string): [string, string][] {
  return [[mark, ''], ...plain(` ${words}`), ['\n\n', '']]
}
function strong(word: string): [string, string][] {
  return [
    [' **', ''],
    [word, word],
    ['**', ''],
  ]
}

test('each of 200 tokens of a Markdown answer lights the very words that came with it', async () => {
  expect(tokens.length).toBeGreaterThanOrEqual(200)
  const chunks = tokens.map(([content]) => ({ choices: [{ index: 0, delta: { content } }] }))
  const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  const chat = createChat({ transport: scriptedTransport([sseText([...chunks, end])]) })
  const recorder = createRecorder()
  const stop = recordChat(chat, recorder)
  render(
    <ChatProvider chat={chat}>
      <div data-testid="conversation" style={{ blockSize: 300 }}>
        <Transcript />
      </div>
      <div style={{ blockSize: 600 }}>
        <WireInspector chat={chat} recorder={recorder} />
      </div>
    </ChatProvider>,
  )
  await chat.send('What time is it?')
  stop()
  const rows = await screen.findByRole('tree', { name: 'Rows of the stream' })
  await expect.poll(() => rows.querySelector('[role="treeitem"]')?.getAttribute('aria-setsize')).toBe('3')
  const conversation = screen.getByTestId('conversation')
  rows.focus()
  // All tokens fed the same text: their group is opened, and the first of them is below its head.
  for (const key of ['Home', 'ArrowRight', 'ArrowDown']) fireEvent.keyDown(rows, { key })
  const wrong: string[] = []
  let last: Range | undefined
  for (const [index, [source, seen]] of tokens.entries()) {
    expect(rows.querySelector('[aria-selected="true"]')).toHaveAttribute('aria-posinset', `${index + 1}`)
    const all = [...(CSS.highlights.get('antiphon-wire') ?? [])] as Range[]
    const lit = all.filter(({ startContainer }) => conversation.contains(startContainer))
    const words = lit.map(String).join('|')
    const goesOn = !last || !lit[0] || last.compareBoundaryPoints(Range.START_TO_END, lit[0]) <= 0
    if (words !== seen) wrong.push(`${index} ${JSON.stringify(source)}: ${JSON.stringify(words)}`)
    else if (!goesOn) wrong.push(`${index} ${JSON.stringify(source)}: stands before the one before it`)
    last = lit[0] ?? last
    fireEvent.keyDown(rows, { key: 'ArrowDown' })
  }
  expect(wrong).toEqual([])
})
