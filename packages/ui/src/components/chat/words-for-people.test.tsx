import type { Message } from '@antiphon/core'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { english, type StringOverrides } from '../../strings/english.js'
import * as late from '../../strings/english-late.js'
import { englishPeople } from '../../strings/english-people.js'
import { german } from '../../strings/german.js'
import { ToolQuestion } from '../tool-approval/tool-question.js'
import { AudienceProvider } from '../context/audience-provider.js'
import { StringsProvider } from '../../strings/strings.js'
import { Transcript } from '../transcript/transcript.js'
import '../../testing/late-parts.js'

const call = (id: string, name: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: '{}' },
})
const messages: Message[] = [
  { role: 'user', content: 'Where is it?' },
  {
    role: 'assistant',
    content: '| a |\n|---|\n| 1 |',
    finishReason: 'tool_calls',
    tool_calls: [call('c0', 'get_order'), call('c1', 'get_parcel')],
  },
  { role: 'tool', tool_call_id: 'c0', content: 'On its way' },
  { role: 'tool', tool_call_id: 'c1', content: 'On its way' },
  { role: 'assistant', content: 'Cut', finishReason: 'length' },
  { role: 'assistant', content: '', error: { kind: 'network_or_cors', message: '' } },
]
const technical = /\b(?:calls?|arguments|tokens?|TSV|Markdown|CORS|Aufrufe?|Argumente)\b/i

const labels = (container: Element): string =>
  [...container.querySelectorAll('[aria-label]')]
    // By itself, because the text of the container runs words of neighbours together.
    .flatMap((element) => [element.getAttribute('aria-label'), element.textContent])
    .join('\n')

it.each([
  ['English', undefined, /2 steps at once/],
  ['German', german, /2 Schritte zugleich/],
] as const)('people read no words of developers in %s', async (_, strings, group) => {
  const { container } = render(
    <Transcript messages={messages} audience="people" folds="open" strings={strings} />,
  )
  await screen.findByText(group)
  expect(`${container.textContent}\n${labels(container)}`).not.toMatch(technical)
})

it('developers read them', () => {
  const { container } = render(<Transcript messages={messages} folds="open" />)
  expect(`${container.textContent}\n${labels(container)}`).toMatch(/2 calls.*No arguments/s)
})

const words = (strings?: StringOverrides) => (
  <StringsProvider strings={strings}>
    <AudienceProvider audience="people">
      <ToolQuestion
        question={{ type: 'form', message: '', schema: { type: 'object', properties: {} } }}
        onAnswer={async () => []}
      />
    </AudienceProvider>
  </StringsProvider>
)

it('the question of a tool without a server speaks of no tool', async () => {
  const { rerender, container } = render(words())
  await screen.findByText('A question for you')
  expect(container.textContent).not.toMatch(/tool/)
  rerender(words(german))
  expect(await screen.findByText('Eine Frage an Sie')).toBeVisible()
})

it('a word that the host has set stays, and so does a language without words for people', async () => {
  const strings = { question: { asks: () => 'Une question' }, group: { parallel: () => 'Deux' } }
  render(<Transcript messages={messages} audience="people" strings={strings} folds="open" />)
  expect(await screen.findAllByText('No details')).not.toHaveLength(0)
  expect(screen.getByText('Deux')).toBeVisible()
  render(words(strings))
  expect(await screen.findByText('Une question')).toBeVisible()
})

it('each word for people stands in place of one of the table', () => {
  const entries = {
    ...english,
    approval: { ...english.approval, ...late.englishApproval },
    attachment: { ...english.attachment, ...late.englishTray },
    call: { ...english.call, ...late.englishCallBody },
    result: late.englishResult,
    agent: late.englishAgent,
    question: late.englishQuestion,
    structured: late.englishStructured,
  }
  const missing = (some: object, all: object, path = ''): string[] =>
    Object.entries(some).flatMap(([key, value]) => {
      const there = (all as Record<string, unknown>)[key]
      if (typeof value !== typeof there) return [`${path}${key}`]
      return typeof value === 'object' ? missing(value, there as object, `${path}${key}.`) : []
    })
  expect(missing(englishPeople, entries)).toEqual([])
})
