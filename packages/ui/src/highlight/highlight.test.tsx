import { render, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { lazyGrowth } from '../markdown/render/markdown.js'
import { MarkdownPlugins } from '../markdown/render/context.js'
import { Markdown } from '../markdown/render/markdown.js'
import { highlight } from './highlight.js'

// A chat loads it before the first answer.
beforeAll(() => lazyGrowth.load())

const plugins = [highlight()]
const coloured = (container: HTMLElement) =>
  Array.from(
    container.querySelectorAll('[data-token]'),
    (span) => `${(span as HTMLElement).dataset['token']}:${span.textContent.trim()}`,
  )

const show = (text: string, streaming = false) => (
  <StrictMode>
    <MarkdownPlugins value={plugins}>
      <Markdown text={text} streaming={streaming} />
    </MarkdownPlugins>
  </StrictMode>
)

test('code has colours with the plug-in only', async () => {
  const text = '```ts\nconst a = 1\n```'
  const plain = render(<Markdown text={text} />)
  const { container } = render(show(text))
  await waitFor(() => expect(coloured(container)).toContain('keyword:const'))
  expect(coloured(plain.container)).toEqual([])
})

test('the complete lines of code get their colours while it arrives; the last line when it is complete', async () => {
  const { container, rerender } = render(show('```ts\nconst a = 1\nlet b', true))
  expect(container.querySelector('code')?.textContent).toBe('const a = 1\nlet b')
  await waitFor(() => expect(coloured(container)).toEqual(['keyword:const', 'function:a', 'number:1']))
  const first = container.querySelector('[data-token]')
  rerender(show('```ts\nconst a = 1\nlet b = "c"\n```\n'))
  expect(container.querySelector('code')?.textContent).toBe('const a = 1\nlet b = "c"')
  await waitFor(() => expect(coloured(container)).toContain('string:"c"'))
  expect(container.querySelector('[data-token]')).toBe(first)
})

test('other code in the same place never shows the colours of the last one', async () => {
  const { container, rerender } = render(show('```ts\nconst a = 1\n```'))
  await waitFor(() => expect(coloured(container)).toContain('number:1'))
  rerender(show('```ts\n"other" + code\n```'))
  expect(container.querySelector('code')?.textContent).toBe('"other" + code')
  expect(coloured(container)).toEqual([])
  await waitFor(() => expect(coloured(container)).toContain('string:"other"'))
})

test('code of a language it does not know, and of one that cannot be loaded, is shown plainly', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')))
  const own = [highlight({ languages: { mine: load } })]
  const { container } = render(<Markdown text={'```mine\na\n```\n\n```brainfuck\n+\n```'} plugins={own} />)
  await waitFor(() => expect(load).toHaveBeenCalled())
  expect(Array.from(container.querySelectorAll('code'), (code) => code.textContent)).toEqual(['a', '+'])
  expect(coloured(container)).toEqual([])
})
