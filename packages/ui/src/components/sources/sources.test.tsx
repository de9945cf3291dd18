import type { AssistantMessage } from '@antiphon/core'
import { render, screen, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Markdown } from '../../markdown/index.js'
import { lazyGrowth } from '../../markdown/render/markdown.js'
import { AnswerSources, readSources, Sources } from './sources.js'

// A chat loads it before the first answer.
beforeAll(() => lazyGrowth.load())

const citation = (url: string, title: string, start = 0, end = 0) => ({
  type: 'url_citation',
  url_citation: { url, title, start_index: start, end_index: end },
})

const show = (message: Partial<AssistantMessage> & { content: string }, streaming = false) => (
  <AnswerSources message={{ role: 'assistant', ...message }}>
    <Markdown text={message.content} streaming={streaming} />
  </AnswerSources>
)

const listed = () =>
  within(screen.getByRole('group', { name: 'Sources' }))
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test('a cited place gets the number of its source, which leads there; each source is listed once', () => {
  const content = 'Water boils at 100 °C. It freezes at 0 °C. And more.'
  const place = (text: string) => [content.indexOf(text), content.indexOf(text) + text.length] as const
  const { container } = render(
    show({
      content,
      annotations: [
        citation('https://a.example/boil', 'Boiling', ...place('Water boils at 100 °C.')),
        citation('https://b.example/ice', 'Ice', ...place('It freezes at 0 °C.')),
        citation('https://a.example/boil', 'Boiling', ...place('And more.')),
      ],
    }),
  )
  expect(container.querySelector('p')?.textContent).toBe(
    'Water boils at 100 °C.1 It freezes at 0 °C.2 And more.1',
  )
  const mark = screen.getByRole('link', { name: 'Source 2: Ice' })
  expect(mark.getAttribute('href')).toBe('https://b.example/ice')
  expect(mark.getAttribute('rel')).toBe('noopener noreferrer')
  expect(listed()).toEqual(['Boiling https://a.example/boil', 'Ice https://b.example/ice'])
})

test('a source that is cited as a link has its number behind that link, and no second mark', () => {
  const content = 'As [they say](https://a.example/x?utm_source=openai).'
  const { container } = render(
    show({
      content,
      annotations: [citation('https://a.example/x?utm_source=openai', 'They', 3, content.length - 1)],
    }),
  )
  expect(container.querySelector('p')?.textContent).toBe('As they say1.')
})

test('numbers in an answer that came with a list of sources lead to them; others stay as they are', () => {
  const { container } = render(
    show({
      content: 'One[1][2]. Not `a[1]`, not [9], and [a link](https://c.example).',
      metadata: {
        'wire.citations': ['https://a.example/1', 'https://b.example/2'],
        'wire.search_results': [{ url: 'https://b.example/2', title: 'Second' }],
      },
    }),
  )
  expect(container.querySelector('p')?.textContent).toBe('One12. Not a[1], not [9], and a link.')
  expect(screen.getByRole('link', { name: 'Source 1: a.example' })).toBeTruthy()
  expect(listed()).toEqual(['a.example https://a.example/1', 'Second https://b.example/2'])
})

test('numbers in brackets are text in an answer without sources', () => {
  const { container } = render(show({ content: 'One[1].' }))
  expect(container.textContent).toBe('One[1].')
})

test('places that lie in code, outside of the text or make no sense harm nothing; what is no address is no link', () => {
  const content = 'Use `a b c` or\n\n```\nx\n```\n'
  const { container } = render(
    show({
      content,
      annotations: [
        citation('https://a.example', 'A', 5, 7),
        citation('https://a.example', 'A', 20, 22),
        citation('https://a.example', 'A', 5, 9999),
        citation('javascript:alert(1)', 'Bad', 0, 3),
        null,
        'x',
        { type: 'file', file: { hash: 'h' } },
      ],
    }),
  )
  expect(Array.from(container.querySelectorAll('code'), (code) => code.textContent)).toEqual(['a b c', 'x'])
  expect(listed()).toEqual(['A https://a.example/'])
  expect(container.querySelector('a[href^="javascript"]')).toBeNull()
  expect(container.textContent).toContain('Bad (javascript:alert(1))')
})

test('while an answer with sources streams, its closed blocks are not rendered again', () => {
  const rendered = vi.fn<() => void>()
  const Link = () => {
    rendered()
    return 'link'
  }
  const components = { Link }
  const content = '[a](https://a.example) one[1].\n\nAnd '
  const step = (more: string) => (
    <AnswerSources
      message={{
        role: 'assistant',
        content: content + more,
        metadata: { 'wire.citations': ['https://a.example/1'] },
      }}
    >
      <Markdown text={content + more} streaming components={components} />
    </AnswerSources>
  )
  const { rerender } = render(step(''))
  rendered.mockClear()
  for (let i = 1; i < 10; i++) rerender(step('more '.repeat(i)))
  expect(rendered).not.toHaveBeenCalled()
})

test('a file that the provider keeps is a source by its name, once, and no link', () => {
  const file = { type: 'container_file_citation', container_id: 'c1', file_id: 'f1', filename: 'tides.csv' }
  const document = { type: 'char_location', document_title: 'Harbour rules' }
  const found = readSources({
    role: 'assistant',
    content: 'See the table.',
    annotations: [
      file,
      { ...file, start_index: 0, end_index: 3 },
      document,
      { type: 'file_path', file_id: 'f2' },
    ],
  })
  expect(found?.list.map(({ title }) => title)).toEqual(['tides.csv', 'Harbour rules', 'f2'])
  render(<Sources sources={found!.list} />)
  expect(screen.getByText('tides.csv')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
})
