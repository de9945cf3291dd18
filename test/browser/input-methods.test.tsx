import { createChat } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { AntiphonRoot, Chat, ToolApproval } from '@antiphon/ui'
import { MessageEditor } from '../../packages/ui/src/components/user-message/message-editor.js'
import { FindInThread, ModelMenu, Palette, SystemPromptSheet } from '@antiphon/shell'
import { RenameField } from '@antiphon/threads/ui'
import { PasteForm } from '../../packages/devtools/src/react/text-form.js'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState, type ReactElement } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { passTime } from './support/pass-time.js'
import { compose, writings } from './support/input-methods.js'

afterEach(cleanup)

/** Gets all that a field leads to: what is sent, saved, chosen, run or closed. */
const done = vi.fn()

interface Case {
  draw: () => ReactElement
  /** Brings the field onto the page. */
  open?: () => Promise<unknown>
  /** The key that the field itself takes. */
  own: 'Enter' | 'Escape' | 'Control+Enter'
  /** Text that `own` needs. */
  first?: string
}

const models = { data: [{ id: 'one' }, { id: 'two' }], error: null, isFetching: false, refetch: () => {} }
const message = { role: 'user' as const, content: 'Before' }
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))
/** A question that has just come takes no answer. */
const SETTLED_MS = 500

function TheChat() {
  const [chat] = useState(() => createChat({ transport: scriptedTransport([textAnswer('ok')]), model: 'm' }))
  // Unsubscribe with the component, so that a late answer of one test does not count in the next one.
  useEffect(() => chat.store.subscribe(() => done('sent')), [chat])
  return (
    <ChatProvider chat={chat}>
      <Chat style={{ height: 400 }} composer={{ enterKey: 'send' }} />
    </ChatProvider>
  )
}

const approval = () => (
  <ToolApproval
    name="deploy"
    arguments='{"to":"production"}'
    onAllow={() => done('allowed')}
    onDeny={() => done('denied')}
    onEdit={() => (done('edited'), Promise.resolve(undefined))}
  />
)

const cases: Record<string, Case> = {
  'the message box': { draw: () => <TheChat />, own: 'Enter' },
  'the edit of a message': {
    draw: () => (
      <MessageEditor message={message} onSend={() => done('sent')} onCancel={() => done('cancelled')} />
    ),
    own: 'Escape',
  },
  'a new title': { draw: () => <RenameField title="Old" onEnd={done} />, own: 'Enter' },
  'find in the thread': {
    draw: () => <FindInThread getRoot={() => document.body} onClose={() => done('closed')} />,
    own: 'Escape',
  },
  'the palette': {
    draw: () => (
      <Palette
        commands={[{ id: 'new', label: 'New', group: 'App', run: () => done('run') }]}
        bindings={{}}
        onClose={() => done('closed')}
      />
    ),
    own: 'Enter',
    first: 'New',
  },
  'the menu of models': {
    draw: () => <ModelMenu value="one" models={models} onChange={done} />,
    open: () => press(/one/),
    own: 'Enter',
    first: 'two',
  },
  'the system prompt': {
    draw: () => <SystemPromptSheet value="Be brief." onSave={done} onClose={() => done('closed')} />,
    own: 'Control+Enter',
  },
  'the reason of a denial': { draw: approval, open: () => answerWith(/Deny with a reason/), own: 'Escape' },
  'the arguments of a call': { draw: approval, open: () => answerWith(/^Edit/), own: 'Escape' },
  'messages to paste': {
    draw: () => <PasteForm onText={done} onCancel={() => done('cancelled')} />,
    own: 'Escape',
  },
}

async function answerWith(name: RegExp): Promise<void> {
  await passTime(SETTLED_MS)
  if (!screen.queryByRole('button', { name })) await press(/More answers/)
  await userEvent.click(screen.queryByRole('button', { name }) ?? screen.getByRole('menuitem', { name }))
}

const fieldOf = () =>
  waitFor(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('input:not([type=file]), textarea')
    expect(fields.length).toBeGreaterThan(0)
    return fields[0]!
  })

describe.each(Object.entries(cases))('%s', (_, { draw, open, own, first }) => {
  test.each(writings)('$name', async (writing) => {
    done.mockClear()
    render(<AntiphonRoot>{draw()}</AntiphonRoot>)
    await open?.()
    const field = await fieldOf()
    field.focus()
    const before = field.value
    expect(compose(field, writing)).toEqual([])
    // A dialog tells in a task of its own that it was closed.
    await new Promise(requestAnimationFrame)
    expect(done.mock.calls).toEqual([])
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe(before + writing.gives)
    // The field lives: a key of its own does what it does.
    if (first !== undefined) fireEvent.change(field, { target: { value: first } })
    else if (field.value === '') fireEvent.change(field, { target: { value: 'word' } })
    fireEvent.keyDown(field, { key: own.split('+').at(-1)!, ctrlKey: own.includes('+') })
    await waitFor(() => expect(done.mock.calls.length > 0 || !field.isConnected).toBe(true))
  })
})
