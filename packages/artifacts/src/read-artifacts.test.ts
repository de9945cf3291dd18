import type { LiveStep, Message } from '@antiphon/core'
import { expect, test } from 'vitest'
import { createArtifactsReader, readArtifacts } from './read-artifacts.js'
import { writeArtifact } from './write-artifact.js'

const args = (id: string, content: string, more: object = {}): string =>
  JSON.stringify({ id, kind: 'document', title: `About ${id}`, ...more, content })
const call = (at: number, text: string, name = writeArtifact.name): Message => ({
  id: `a${at}`,
  role: 'assistant',
  content: '',
  finishReason: 'tool_calls',
  tool_calls: [{ id: `c${at}`, type: 'function', function: { name, arguments: text } }],
})
const result = (at: number, more: object = {}): Message => ({
  role: 'tool',
  tool_call_id: `c${at}`,
  content: 'Shown.',
  ...more,
})
const contents = (messages: readonly Message[]) =>
  readArtifacts(messages).map(({ id, versions }) => [id, versions.map(({ content }) => content)])

test('each call that has run is a version of the artifact that it names, in order', () => {
  const messages = [
    call(1, args('list', 'one')),
    result(1),
    call(2, args('page', '<p>', { kind: 'page' })),
    result(2),
    call(3, args('list', 'two', { title: 'A list' })),
    result(3),
    call(4, args('list', 'not ours'), 'other_tool'),
    result(4),
  ]
  expect(contents(messages)).toEqual([
    ['list', ['one', 'two']],
    ['page', ['<p>']],
  ])
  const [list] = readArtifacts(messages)
  expect(list?.versions[1]).toEqual({
    key: 'a3/0',
    kind: 'document',
    title: 'A list',
    content: 'two',
    isComplete: true,
  })
})

test('a call that was denied, failed, was cut off or does not name an artifact is no version', () => {
  const cut = { ...call(3, args('cut', 'text').slice(0, -6)), finishReason: 'length' } as Message
  expect(
    contents([
      call(1, args('failed', 'text')),
      result(1, { isError: true }),
      call(2, args('denied', 'text')),
      result(2, { isError: true, approval: { decision: 'denied' } }),
      cut,
      call(4, JSON.stringify({ id: 'x', kind: 'film', title: 'x', content: 'x' })),
      result(4),
      call(5, args('waits', 'text')),
    ]),
  ).toEqual([])
})

test('a call that is being written is a version that grows, read once, and the result is the same object until it does', () => {
  const read = createArtifactsReader()
  const writing: LiveStep = { phase: 'streaming', calls: {} } as never
  const live = (id: string) => (id === 'a2' ? writing : undefined)
  const whole = args('list', 'line one\nline two', { language: 'txt' })
  const at = (length: number): Message[] => [
    call(1, args('list', 'old')),
    result(1),
    { ...call(2, whole.slice(0, length)), finishReason: undefined } as Message,
  ]
  const versions = (length: number) => read(at(length), live)[0]!.versions
  expect(versions(20)).toHaveLength(1)
  const half = versions(whole.indexOf('two'))
  expect(half[1]).toMatchObject({ content: 'line one\nline ', language: 'txt', isComplete: false })
  expect(versions(whole.indexOf('two'))).toBe(half)
  expect(versions(whole.length)[1]).toMatchObject({ content: 'line one\nline two', isComplete: false })
  // It began again: a repaired text is another one.
  expect(versions(whole.indexOf('one'))[1]?.content).toBe('line ')
  expect(read([...at(whole.length).slice(0, 2), call(2, whole), result(2)])[0]!.versions[1]).toMatchObject({
    isComplete: true,
  })
})
