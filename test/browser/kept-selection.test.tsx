import { highlight } from '@antiphon/ui/highlight'
import { Markdown } from '@antiphon/ui/markdown'
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { lazyGrowth } from '../../packages/ui/src/markdown/render/markdown.js'

beforeAll(() => lazyGrowth.load())
afterEach(cleanup)

const plugins = [highlight()]

const Page = ({ text, coloured = false }: { text: string; coloured?: boolean }) => (
  <Markdown text={text} streaming plugins={coloured ? plugins : []} caret={<i data-slot="caret" />} />
)

const selected = () => document.getSelection()!.toString()

/** The place of `words` in the page, which may lie in several texts. */
function placeOf(words: string): [from: [Node, number], to: [Node, number]] {
  const texts = document.createTreeWalker(
    document.querySelector('[data-slot="markdown"]')!,
    NodeFilter.SHOW_TEXT,
  )
  const nodes: Text[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) nodes.push(node as Text)
  const start = nodes
    .map(({ data }) => data)
    .join('')
    .indexOf(words)
  /** The place behind a character. */
  const behind = (offset: number): [Node, number] => {
    let left = offset
    for (const node of nodes) {
      if (left < node.length) return [node, left + 1]
      left -= node.length
    }
    throw new Error(`"${words}" is not there.`)
  }
  const [first, offset] = behind(start)
  return [[first, offset - 1], behind(start + words.length - 1)]
}

const cases: [where: string, before: string, words: string, after: string][] = [
  [
    'a block of code',
    'Run:\n\n```sh\nnpm install left\nnpm te',
    'npm install',
    'st\nnpm run build\n```\nDone.',
  ],
  ['the unfinished line of code', '```js\nconst answer = 4', 'answer = 4', '2\nconst b = 1\n```\n'],
  ['a paragraph', 'Some words that go on', 'words that', ' and on, **and on**, to the end.\n\nAnother one.'],
  ['a mark', 'Some **bold words', 'bold wor', ' and more** behind it'],
  ['text on both sides of a mark', 'Some **bold** words', 'Some bold w', ' and *more* behind it'],
  ['a word that becomes bold', 'Some **bo', 'bo', 'ld** words'],
  ['a line of CJK', '这是**重要的。', '重要', '**所以继续，'],
  ['an item of a list', '- one\n- two words', 'two wor', ' more\n- three\n\nAfter'],
  ['a cell', '| a | b |\n|---|---|\n| one two | thr', 'one tw', 'ee |\n| four | five |\n\nAfter'],
  ['a quote', '> quoted wor', 'quoted w', 'ds\n> and more\n\nAfter'],
  ['a document in a fence', '```md\n# Title\n```js\nlet a', 'Title', ' = 1\n```\nwords\n```\nAfter'],
]

describe('what is selected while an answer is written stays selected', () => {
  test.each(cases)('in %s', (_, before, words, after) => {
    for (const isBackwards of [false, true]) {
      const view = render(<Page text={before} />)
      const [from, to] = placeOf(words)
      const selection = document.getSelection()!
      selection.setBaseAndExtent(...(isBackwards ? to : from), ...(isBackwards ? from : to))
      expect(selected()).toBe(words)
      for (let end = 1; end <= after.length; end++) {
        view.rerender(<Page text={before + after.slice(0, end)} />)
        expect(selected()).toBe(words)
      }
      // The first letter is taken off where the selection can be moved from its start.
      selection.modify('extend', isBackwards ? 'forward' : 'backward', 'character')
      expect(selected()).toBe(isBackwards ? words.slice(1) : words.slice(0, -1))
      view.unmount()
    }
  })

  test('in code whose colours come later', async () => {
    const code = '```js\nconst answer = 42 // words\n'
    const view = render(<Page coloured text={`${code}let b`} />)
    await vi.waitFor(() => expect(document.querySelector('[data-token]')).not.toBeNull())
    document.getSelection()!.setBaseAndExtent(...placeOf('let b')[0], ...placeOf('let b')[1])
    view.rerender(<Page coloured text={`${code}let bee = 1\nlet c`} />)
    await vi.waitFor(() => expect(document.querySelectorAll('[data-token=keyword]')).toHaveLength(2))
    expect(selected()).toBe('let b')
  })

  test('no selection is made where there is none, and one elsewhere is left alone', () => {
    const view = render(<Page text="Some words" />)
    document.getSelection()!.removeAllRanges()
    view.rerender(<Page text="Some words and more" />)
    expect(document.getSelection()!.rangeCount).toBe(0)
    const other = document.body.appendChild(document.createElement('p'))
    other.textContent = 'elsewhere'
    document.getSelection()!.selectAllChildren(other)
    view.rerender(<Page text="Some words and more words" />)
    expect(selected()).toBe('elsewhere')
    other.remove()
  })
})
