import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Profiler } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { createMarkdownDoc } from '../testing/markdown-doc.js'
import { lazyGrowth } from './markdown.js'
import { Markdown } from './markdown.js'

// A chat loads it before the first answer.
beforeAll(() => lazyGrowth.load())

const text = 'One[^a], two[^b] and one again[^a]. Not one[^c].\n\n[^b]: The *second*.\n[^a]: The first.\n'

const marks = (container: HTMLElement) =>
  Array.from(container.querySelectorAll('[data-note]'), (mark) => mark.textContent)
const notes = () =>
  within(screen.getByRole('group', { name: 'Footnotes' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('marks are numbered by the order they come in, and so are the footnotes; a mark without a footnote is as written', () => {
  const { container } = render(<Markdown text={text} />)
  expect(marks(container)).toEqual(['1', '2', '1'])
  expect(notes()).toEqual(['The first.↩', 'The second.↩'])
  expect(container.querySelector('p')?.textContent).toBe('One1, two2 and one again1. Not one[^c].')
})

test('a footnote that nothing leads to is shown after the others, of two with one label the first', () => {
  render(<Markdown text={'A[^x].\n\n[^x]: yes\n[^lost]: kept\n[^x]: no'} />)
  expect(notes()).toEqual(['yes↩', 'kept'])
})

test('keyboard and mouse get from a mark to its footnote and back to that mark, and the address of the page stays', async () => {
  const { container } = render(<Markdown text={text} />)
  const [, , again] = screen.getAllByRole('doc-noteref')
  await userEvent.click(again as HTMLElement)
  expect(document.activeElement).toBe(screen.getByText('The first.').closest('li'))
  await userEvent.click(screen.getByRole('button', { name: 'Back to the text at footnote 1' }))
  expect(document.activeElement).toBe(again)
  await userEvent.click(screen.getByRole('button', { name: 'Back to the text at footnote 2' }))
  expect(document.activeElement).toBe(container.querySelector('[data-note="2"]'))
  expect(location.hash).toBe('')
})

test('two messages with the same labels have ids of their own, made of nothing a model wrote (S10)', () => {
  const clobbering = 'A[^location] b[^body].\n\n[^location]: x\n[^body]: y'
  const { container } = render(
    <>
      <Markdown text={clobbering} />
      <Markdown text={clobbering} />
    </>,
  )
  const ids = Array.from(container.querySelectorAll('[id]'), ({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^note-.+-[12]$/)
  for (const mark of container.querySelectorAll('[data-note]'))
    expect(ids).toContain(mark.getAttribute('href')?.slice(1))
})

test('a footnote that arrives at the end gives the marks above their numbers, and no block is read again for it', () => {
  const read: string[] = []
  const doc = createMarkdownDoc({ onParse: (source) => read.push(source) })
  doc.append(`First[^n] ${'words '.repeat(50)}\n\n${'Paragraph.\n\n'.repeat(20)}`)
  const before = doc.blocks
  read.length = 0
  doc.append('[^n]: The note.\n\nAfter.\n\n')
  doc.finish()
  expect(doc.blocks.slice(0, before.length)).toEqual(before)
  doc.blocks.slice(0, before.length).forEach((block, i) => expect(block).toBe(before[i]))
  expect(read.join('')).not.toContain('First')
})

test('while a footnote grows, the paragraphs above are not rendered again', () => {
  const rendered = vi.fn<() => void>()
  const Link = () => {
    rendered()
    return 'link'
  }
  const components = { Link }
  const start = '[a](https://a.example) one[^n].\n\nAnd more.\n\n[^n]: A no'
  const show = (more: string) => (
    <Profiler id="x" onRender={() => {}}>
      <Markdown text={start + more} streaming components={components} />
    </Profiler>
  )
  const { container, rerender } = render(show(''))
  expect(notes()).toEqual(['A no↩'])
  rendered.mockClear()
  const mark = container.querySelector('[data-note]')
  for (let i = 1; i < 10; i++) rerender(show('te '.repeat(i)))
  expect(rendered).not.toHaveBeenCalled()
  expect(container.querySelector('[data-note]')).toBe(mark)
})

test('the caret stands at the end of a footnote that is being written', () => {
  render(<Markdown text={'A[^n].\n\n[^n]: A no'} streaming caret={<i data-testid="caret" />} />)
  expect(screen.getByTestId('caret').closest('[data-slot="footnotes"]')).not.toBeNull()
})
