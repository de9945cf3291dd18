import { createChat, feedbackOf, type ChatController, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat, MessageActions, type MessageActionsProps } from '@antiphon/ui'
import {
  AnswerFeedback,
  DictateButton,
  FindInThread,
  MessageMenu,
  PriceSheet,
  PromptSheet,
  RemovedNote,
  SlashCommands,
  SystemPromptNotice,
  watchAnswers,
  type PriceTable,
  type SavedPrompt,
} from '@antiphon/shell'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/shell/src/conversation/conversation.css'

const call = (id: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'read_log', arguments: args },
})
const thread: Message[] = [
  { id: 's', role: 'system', content: 'Answer briefly.' },
  { id: 'q1', role: 'user', content: 'Why was the checkout slow?' },
  {
    id: 'a1',
    role: 'assistant',
    content: '',
    tool_calls: [call('c', '{"service":"checkout"}')],
    finishReason: 'tool_calls',
  },
  { id: 't1', role: 'tool', tool_call_id: 'c', content: 'pool  exhausted at 22:04' },
  {
    id: 'a2',
    role: 'assistant',
    content: 'The **pool** of connections was too small.',
    finishReason: 'stop',
  },
  { id: 'q2', role: 'user', content: 'Since when?' },
  { id: 'a3', role: 'assistant', content: 'Since the deploy, when the pool shrank.', finishReason: 'stop' },
]

const Actions = (props: MessageActionsProps) => (
  <MessageActions {...props}>
    <AnswerFeedback message={props.message} />
    <MessageMenu message={props.message} getText={props.getText} />
  </MessageActions>
)
const slots = { MessageActions: Actions, SystemNotice: SystemPromptNotice }

function Page({ chat, finds }: { chat: ChatController; finds?: boolean }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isFinding, setFinding] = useState(finds ?? false)
  return (
    <ChatProvider chat={chat}>
      <div ref={setPlace} data-antiphon-root="">
        {isFinding && place && <FindInThread getRoot={() => place} onClose={() => setFinding(false)} />}
        <div style={{ blockSize: '520px' }}>
          <Chat transcript={{ slots, showSystem: true }} />
        </div>
        <RemovedNote />
      </div>
    </ChatProvider>
  )
}
const show = (messages: readonly Message[] = thread, finds = false): ChatController => {
  const chat = createChat({ transport: scriptedTransport([]), messages })
  render(<Page chat={chat} finds={finds} />)
  return chat
}
const ids = (chat: ChatController): string => chat.store.getIds().join(' ')
const turn = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-turn-id="${name}"]`)!
const painted = (name: string): string[] =>
  [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString())

afterEach(cleanup)

describe('find in the thread', () => {
  const bar = (): HTMLElement | null => document.querySelector('search[data-slot="find-bar"]')
  const position = (): string | null => bar()!.querySelector('[role="status"]')!.textContent
  const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Find in this conversation' })

  test('has the focus, counts every place across marks and spaces, and goes round by Enter', async () => {
    show(thread, true)
    await waitFor(() => expect(field()).toHaveFocus())
    await userEvent.type(field(), 'POOL')
    expect(position()).toBe('1 of 3')
    expect(painted('antiphon-find-here')).toEqual(['pool'])
    expect(painted('antiphon-find')).toHaveLength(2)
    await userEvent.keyboard('{Enter}{Enter}')
    expect(position()).toBe('3 of 3')
    await userEvent.keyboard('{Enter}')
    expect(position()).toBe('1 of 3')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
    expect(position()).toBe('3 of 3')
    await userEvent.clear(field())
    await userEvent.type(field(), 'pool of connections')
    expect(position()).toBe('1 of 1')
    await userEvent.type(field(), 'x')
    expect(position()).toBe('No matches')
    await userEvent.keyboard('{Escape}')
    expect(bar()).toBeNull()
    expect(painted('antiphon-find-here')).toEqual([])
  })

  test('what is found in a closed call opens it', async () => {
    show(thread, true)
    await userEvent.type(field(), 'pool exhausted')
    expect(position()).toBe('1 of 1')
    const row = turn('a1').querySelector('button[aria-expanded]')
    expect(row).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(row).toHaveAttribute('aria-expanded', 'true'))
    // The row was redrawn, and its text is still the current match.
    await waitFor(() => expect(painted('antiphon-find-here').join('')).toMatch(/pool\s+exhausted/))
  })

  test('a long thread is searched whole, and what is far away comes into view', async () => {
    const long = Array.from({ length: 400 }, (_, i): Message => {
      const content = i === 7 ? 'The needle is here.' : `Message ${i}. ${'word '.repeat(40)}`
      return { id: `m${i}`, role: i % 2 ? 'assistant' : 'user', content }
    })
    show(long, true)
    await userEvent.type(field(), 'needle')
    await waitFor(() => expect(position()).toBe('1 of 1'))
    const viewport = document.querySelector('[data-slot="viewport"]')!
    await waitFor(() => {
      const { top, bottom } = turn('m7').getBoundingClientRect()
      const edges = viewport.getBoundingClientRect()
      expect(top).toBeLessThan(edges.bottom)
      expect(bottom).toBeGreaterThan(edges.top)
    })
    await waitFor(() => expect(painted('antiphon-find-here')).toEqual(['needle']))
  })

  test('a word of an answer that arrives is counted when it is there', async () => {
    const chat = show(thread, true)
    await userEvent.type(field(), 'pool')
    chat.store.append({ role: 'user', content: 'One more pool' })
    await waitFor(() => expect(position()).toBe('1 of 4'))
  })
})

describe('thumbs', () => {
  test('are kept with the answer, pressed again taken back, and never both', async () => {
    const chat = show()
    const thumb = (name: string): HTMLElement => within(turn('a3')).getByRole('button', { name })
    // By keyboard: the words for screen readers lie over it where the sheet of utilities is not loaded.
    const press = (name: string): Promise<void> => {
      thumb(name).focus()
      return userEvent.keyboard('{Enter}')
    }
    await press('Good answer')
    expect(feedbackOf(chat.store.getMessage('a3'))).toBe('good')
    expect(thumb('Good answer')).toHaveAttribute('aria-pressed', 'true')
    await press('Bad answer')
    expect(feedbackOf(chat.store.getMessage('a3'))).toBe('bad')
    expect(thumb('Good answer')).toHaveAttribute('aria-pressed', 'false')
    await press('Bad answer')
    expect(chat.store.getMessage('a3')).not.toHaveProperty('metadata')
    expect(within(turn('q2')).queryByRole('button', { name: 'Good answer' })).toBeNull()
  })
})

describe('deleting', () => {
  const open = async (name: string): Promise<void> => {
    within(turn(name)).getByRole('button', { name: 'More for this message' }).focus()
    await userEvent.keyboard('{Enter}')
  }
  const undo = (): HTMLElement => screen.getByRole('button', { name: 'Undo' })

  test('an answer goes with its calls, by keyboard; the focus is on Undo, which brings it back', async () => {
    const chat = show()
    await open('a1')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete this answer' }))
    expect(ids(chat)).toBe('s q1 q2 a3')
    expect(screen.getByText('Deleted.', { selector: '[role="status"]' })).toBeTruthy()
    await waitFor(() => expect(undo()).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    expect(ids(chat)).toBe('s q1 a1 t1 a2 q2 a3')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('from a question on, all goes', async () => {
    const chat = show()
    await open('q1')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete from here on' }))
    expect(ids(chat)).toBe('s')
    expect(screen.getByText('6 messages deleted.', { selector: '[role="status"]' })).toBeTruthy()
    await userEvent.click(undo())
    expect(ids(chat)).toBe('s q1 a1 t1 a2 q2 a3')
  })
})

test('the system prompt is seen, changed in its place for the next request, and taken away', async () => {
  const transport = scriptedTransport([textAnswer('Yes.')])
  const chat = createChat({ transport, messages: thread })
  render(<Page chat={chat} />)
  await userEvent.click(screen.getByRole('button', { name: 'Edit the system prompt' }))
  const field = screen.getByRole('textbox', { name: 'Instructions for this conversation' })
  expect(field).toHaveFocus()
  expect(field).toHaveValue('Answer briefly.')
  await userEvent.fill(field, 'Answer in verse.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await chat.send('Sure?')
  expect(transport.requests[0]?.messages[0]).toMatchObject({ role: 'system', content: 'Answer in verse.' })
  await userEvent.click(screen.getByRole('button', { name: 'Edit the system prompt' }))
  await userEvent.fill(screen.getByRole('textbox', { name: 'Instructions for this conversation' }), '')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(chat.store.getMessages()[0]?.role).toBe('user')
})

describe('a slash in the box', () => {
  const ran = vi.fn<(name: string) => void>()
  const commands = [
    { name: 'new', detail: 'New conversation', run: () => ran('new') },
    { name: 'explain', text: 'Explain {input} to a newcomer.' },
    { name: 'export', detail: 'Take it away', run: () => ran('export') },
  ]
  function Box() {
    const [value, setValue] = useState('')
    return (
      <SlashCommands commands={commands} value={value} onValueChange={setValue}>
        <textarea aria-label="Box" value={value} onChange={({ target }) => setValue(target.value)} />
      </SlashCommands>
    )
  }
  const box = (): HTMLTextAreaElement => screen.getByRole('textbox', { name: 'Box' })
  const names = (): (string | null)[] =>
    screen.queryAllByRole('option').map((option) => option.firstChild!.textContent)
  beforeEach(() => {
    ran.mockClear()
    render(
      <div data-antiphon-root="">
        <Box />
      </div>,
    )
    box().focus()
  })

  test('lists what fits; Enter does the command and empties the box', async () => {
    await userEvent.keyboard('/')
    expect(names()).toEqual(['/new', '/explain', '/export'])
    await userEvent.keyboard('ex')
    expect(names()).toEqual(['/explain', '/export'])
    await userEvent.keyboard('{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(box().getAttribute('aria-activedescendant')).toBe(chosen.id)
    await userEvent.keyboard('{Enter}')
    expect(ran.mock.calls).toEqual([['export']])
    expect(box()).toHaveValue('')
    expect(box()).not.toHaveAttribute('aria-activedescendant')
  })

  test('a prompt goes into the box with the cursor where the person writes', async () => {
    await userEvent.keyboard('/expl')
    // At once: a key that follows in the same frame goes to that place.
    fireEvent.keyDown(box(), { key: 'Tab' })
    expect(box()).toHaveValue('Explain  to a newcomer.')
    expect(box().selectionStart).toBe('Explain '.length)
    expect(box()).toHaveFocus()
  })

  test('Escape leaves what was typed, a path is no command, and the next slash opens it again', async () => {
    await userEvent.keyboard('/ex{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('/usr')
    expect(box()).toHaveValue('/ex/usr')
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.clear(box())
    await userEvent.keyboard('/zzz')
    expect(screen.getByRole('option')).toHaveTextContent('No command or prompt fits.')
  })
})

describe('the prompt library', () => {
  const saved = vi.fn<(prompts: readonly SavedPrompt[]) => void>()
  const closed = vi.fn<() => void>()
  const line = (name: string): HTMLElement => screen.getByRole('button', { name: new RegExp(`^/${name}`) })
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  beforeEach(() => {
    saved.mockClear()
    closed.mockClear()
    const prompts = [
      { name: 'sum', text: 'Sum it up.' },
      { name: 'shorter', text: 'Say the same in half the words.' },
    ]
    render(<PromptSheet prompts={prompts} onSave={saved} onClose={closed} />)
  })

  test('is a list with one prompt open at a time', async () => {
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(line('shorter')).toHaveTextContent('/shorterSay the same in half the words.')
    await userEvent.click(line('sum'))
    await userEvent.click(line('shorter'))
    expect(screen.getAllByRole('textbox')).toHaveLength(2)
    expect(line('sum')).toHaveAttribute('aria-expanded', 'false')
    await userEvent.fill(screen.getByRole('textbox', { name: 'Text' }), 'Halve it.')
    expect(line('shorter')).toHaveTextContent('Halve it.')
    await press('Save')
    expect(saved.mock.calls[0]?.[0][1]).toEqual({ name: 'shorter', text: 'Halve it.' })
  })

  test('deletes with a way back in the same place, which keeps the focus', async () => {
    for (const name of ['sum', 'shorter']) await press(`Delete the prompt: ${name}`)
    expect(line('shorter')).toHaveTextContent('Deleted.')
    expect(screen.getAllByRole('button', { name: 'Undo' })[1]).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: 'Delete the prompt: shorter' })).toHaveFocus()
    await press('Save')
    expect(saved.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['shorter'])
  })

  test('Escape does not drop what was changed', async () => {
    await press('Delete the prompt: sum')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('alertdialog')).toBeTruthy())
    expect(closed).not.toHaveBeenCalled()
  })

  test('opens what is wrong: two of a name, which is made fit for a slash', async () => {
    await press('Add a prompt')
    const name = (): HTMLElement => screen.getByRole('textbox', { name: 'Name' })
    expect(name()).toHaveFocus()
    await userEvent.fill(name(), 'SUM')
    await userEvent.fill(screen.getByRole('textbox', { name: 'Text' }), 'Shorter.')
    await userEvent.click(line('shorter'))
    await press('Save')
    await waitFor(() => expect(name()).toHaveFocus())
    expect(name()).toHaveValue('SUM')
    expect(screen.getByRole('alert')).toHaveTextContent('Another prompt has this name.')
    expect(saved).not.toHaveBeenCalled()
    await userEvent.fill(name(), 'Make it short')
    await press('Save')
    expect(saved.mock.calls[0]?.[0][2]).toEqual({ name: 'make-it-short', text: 'Shorter.' })
  })
})

test('prices: a model without one gets a line, a wrong figure keeps the sheet open, a comma is understood', async () => {
  const saved = vi.fn<(table: PriceTable) => void>()
  render(
    <PriceSheet
      table={{ currency: 'USD', models: [] }}
      model="gpt-4o"
      cost={{ tokens: 1204, costs: [{ amount: 1.5, currency: 'USD' }], unpriced: 1 }}
      onSave={saved}
      onClose={() => {}}
    />,
  )
  expect(document.querySelector('[data-slot="thread-totals"]')).toHaveTextContent(
    'This conversation: 1,204 tokens · $1.50 · 1 answer without a price',
  )
  await userEvent.fill(screen.getByRole('textbox', { name: 'Input, gpt-4o' }), '2,5')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Output, gpt-4o' }), '-1')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved).not.toHaveBeenCalled()
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Model' })).toHaveFocus())
  await userEvent.fill(screen.getByRole('textbox', { name: 'Output, gpt-4o' }), '10')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(saved.mock.calls[0]?.[0]).toEqual({
    currency: 'USD',
    models: [{ model: 'gpt-4o', input: 2.5, output: 10 }],
  })
})

describe('a voice', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  test('an answer is read in pieces without its marks, and stopped by the same line', async () => {
    const spoken: SpeechSynthesisUtterance[] = []
    const cancel = vi.fn<() => void>()
    vi.spyOn(speechSynthesis, 'speak').mockImplementation((utterance) => void spoken.push(utterance))
    vi.spyOn(speechSynthesis, 'cancel').mockImplementation(cancel)
    show()
    const menu = (): HTMLElement => within(turn('a1')).getByRole('button', { name: 'More for this message' })
    await userEvent.click(menu())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Read aloud' }))
    expect(spoken.map(({ text }) => text)).toEqual(['The pool of connections was too small.'])
    await userEvent.click(menu())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Stop reading' }))
    expect(cancel).toHaveBeenCalledTimes(1)
    await userEvent.click(menu())
    await userEvent.click(screen.getByRole('menuitem', { name: 'Read aloud' }))
    act(() => void spoken.at(-1)!.dispatchEvent(new Event('end')))
    await userEvent.click(menu())
    expect(screen.getByRole('menuitem', { name: 'Read aloud' })).toBeTruthy()
    vi.restoreAllMocks()
  })

  test('what is said stands in the box as it is heard, behind what was there; who types takes over', async () => {
    const made: Heard[] = []
    class Heard extends EventTarget {
      start = vi.fn<() => void>()
      stop = vi.fn<() => void>(() => this.dispatchEvent(new Event('end')))
      abort = vi.fn<() => void>()
      constructor() {
        super()
        made.push(this)
      }
      hear(...words: string[]): void {
        const results = words.map((transcript) => Object.assign([{ transcript }], { isFinal: false }))
        this.dispatchEvent(Object.assign(new Event('result'), { results }))
      }
    }
    vi.stubGlobal('SpeechRecognition', Heard)
    const Box = () => {
      const [value, setValue] = useState('Dear Ana,')
      return (
        <div data-antiphon-root="">
          <textarea aria-label="Box" value={value} onChange={({ target }) => setValue(target.value)} />
          <DictateButton value={value} onValueChange={setValue} />
        </div>
      )
    }
    render(<Box />)
    const box = screen.getByRole('textbox', { name: 'Box' })
    await userEvent.click(screen.getByRole('button', { name: 'Dictate' }))
    made[0]!.hear('how')
    await waitFor(() => expect(box).toHaveValue('Dear Ana, how'))
    made[0]!.hear('how are', ' you')
    await waitFor(() => expect(box).toHaveValue('Dear Ana, how are you'))
    await userEvent.type(box, '?')
    made[0]!.hear('how are you today')
    expect(box).toHaveValue('Dear Ana, how are you?')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Dictate' })).toBeTruthy())
    await userEvent.click(screen.getByRole('button', { name: 'Dictate' }))
    made[1]!.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' }))
    made[1]!.dispatchEvent(new Event('end'))
    await screen.findByText('The microphone is blocked for this page.')
  })
})

test('news of an answer: only of a long one, only while nobody looks, and of one that failed as such', async () => {
  let time = 0
  let hidden = true
  let release = (): void => {}
  const slow = (text: string) => () =>
    new Promise<string>((resolve, reject) => {
      release = () => (text === '' ? reject(new Error('down')) : resolve(textAnswer(text)))
    })
  const transport = scriptedTransport([slow('a'), slow('b'), slow('c'), slow('')])
  const chat = createChat({ transport })
  const news: string[] = []
  const stop = watchAnswers(chat, {
    onNews: (one) => news.push(one),
    isHidden: () => hidden,
    now: () => time,
  })
  const ask = async (ms: number): Promise<void> => {
    const asked = transport.requests.length
    const sent = chat.send('hi')
    await waitFor(() => expect(transport.requests).toHaveLength(asked + 1))
    time += ms
    release()
    await sent
  }
  await ask(100)
  expect(news).toEqual([])
  await ask(9_000)
  expect(news).toEqual(['done'])
  hidden = false
  await ask(9_000)
  hidden = true
  await ask(9_000)
  expect(news).toEqual(['done', 'failed'])
  stop()
})
