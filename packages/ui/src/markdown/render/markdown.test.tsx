import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Profiler, StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { lazyGrowth } from './markdown.js'
import { CodeBlock } from './code-block.js'
import { Markdown } from './markdown.js'
import type { Row, TableNode } from '../ast.js'
import { append, emptyRope } from '../rope.js'
import { Table } from './table.js'

// A chat loads it before the first answer.
beforeAll(() => lazyGrowth.load())

function textTable(head: readonly string[], rows: readonly (readonly string[])[]): TableNode {
  const cells = (texts: readonly string[]): Row => texts.map((text) => [{ type: 'text', text }])
  return {
    type: 'table',
    align: head.map(() => null),
    head: cells(head),
    rows: append(emptyRope, rows.map(cells)),
  }
}

const answer = `# Report

Some **strong** words with \`code\`, a [link](https://example.org/x) and <b>tags</b>.

\`\`\`ts
let a = 1

let b
\`\`\`

| Name | Size |
|------|------|
| one  | 1,204 |
| two  | 12 % |

- [x] done
- [ ] open

1. first

   more of it
2. second

> quoted

***

The end.`

afterEach(() => {
  vi.restoreAllMocks()
})

/** Elements and texts, one to a line: without the comments React puts between texts, or an order of attributes. */
function outline(element: Element, depth = ''): string {
  const copy = element.cloneNode(false) as Element
  // Only a text that arrived has places of its own.
  copy.removeAttribute('data-place')
  const given = Array.from(copy.attributes, ({ name, value }) => `${name}=${value}`).sort()
  const inner = Array.from(element.childNodes).filter((node) => node.nodeType !== Node.COMMENT_NODE)
  let text = ''
  let out = `${depth}${element.localName} ${given.join(' ')}\n`
  const flush = () => {
    if (text !== '') out += `${depth} ${JSON.stringify(text)}\n`
    text = ''
  }
  for (const node of inner) {
    if (node instanceof Element) {
      flush()
      out += outline(node, `${depth} `)
    } else text += node.textContent
  }
  flush()
  return out
}

describe('Markdown', () => {
  test('an answer that streamed in shows what the whole answer shows', () => {
    const { container, rerender } = render(<Markdown text="" streaming />)
    for (let end = 1; end <= answer.length; end++)
      rerender(<Markdown text={answer.slice(0, end)} streaming />)
    rerender(<Markdown text={answer} />)
    const whole = document.createElement('div')
    whole.innerHTML = renderToString(<Markdown text={answer} />)
    expect(outline(container)).toBe(outline(whole))
  })

  test('a delta leaves the elements of finished blocks alone', () => {
    const { container, rerender } = render(<Markdown text={'One.\n\nTwo.\n\nThr'} streaming />)
    const [one, two] = container.querySelectorAll('p')
    const changed = vi.fn<MutationCallback>()
    const observer = new MutationObserver(changed)
    for (const element of [one, two])
      observer.observe(element as Element, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    rerender(<Markdown text={'One.\n\nTwo.\n\nThree and *more*'} streaming />)
    expect(container.querySelectorAll('p')[1]).toBe(two)
    expect(observer.takeRecords()).toEqual([])
    expect(container.textContent).toBe('One.Two.Three and more')
  })

  test('a delta renders one block, also when strings and components are given as literals', () => {
    const Link = vi.fn<({ url }: { url: URL }) => string>(({ url }) => url.host)
    const show = (text: string) => (
      <Markdown text={text} streaming strings={{ copy: 'Kopieren' }} components={{ Link }} />
    )
    const start = '[a](https://a.example)\n\n[b](https://b.example)\n\nthen '
    const { rerender } = render(show(start))
    Link.mockClear()
    for (let i = 1; i < 20; i++) rerender(show(start + 'word '.repeat(i)))
    expect(Link).not.toHaveBeenCalled()
  })

  test('a rare name of a character is shown as written until the names are loaded, then as the character', async () => {
    const { container, rerender } = render(<Markdown text={'a &ngE; b &amp; c'} streaming />)
    expect(container.textContent).toBe('a &ngE; b & c')
    await waitFor(() => expect(container.textContent).toBe('a \u2267\u0338 b & c'))
    rerender(<Markdown text={'a &ngE; b &amp; c &nosuch;'} />)
    expect(container.textContent).toBe('a \u2267\u0338 b & c &nosuch;')
  })

  test('an address inside the words of a link is words: links do not nest', () => {
    const { container } = render(
      <Markdown text="[see <https://a.example/> or www.b.example](https://c.example)" />,
    )
    expect(Array.from(container.querySelectorAll('a'), ({ href }) => href)).toEqual(['https://c.example/'])
    expect(container.textContent).toContain('see https://a.example/ or www.b.example')
  })

  test('another text starts over, and a thrown away update leaves nothing behind', () => {
    const { container, rerender } = render(
      <StrictMode>
        <Profiler id="x" onRender={() => {}}>
          <Markdown text={'One.\n\nTwo'} streaming />
        </Profiler>
      </StrictMode>,
    )
    for (const text of ['One.\n\nTwo and', 'One.\n\nTw', 'Else', 'Else *wh', ''])
      rerender(
        <StrictMode>
          <Profiler id="x" onRender={() => {}}>
            <Markdown text={text} streaming />
          </Profiler>
        </StrictMode>,
      )
    expect(container.textContent).toBe('')
    rerender(<Markdown text="Last *one*" streaming />)
    expect(container.querySelector('em')).toHaveTextContent('one')
  })

  test.each([
    ['Words', 'p'],
    ['- item', 'li'],
    ['> quote', 'p'],
    ['# head', 'h3'],
    ['```ts\ncode', 'span'],
    ['| a |\n|---|\n| b', 'td'],
    ['1. a\n   - deep', 'li'],
    ['Words\n\n---\n', 'p'],
    ['', 'p'],
  ])('the caret stands behind the last letter of %j', (text, element) => {
    render(<Markdown text={text} streaming caret={<i data-testid="caret" />} />)
    const caret = screen.getByTestId('caret')
    expect(caret.parentElement?.localName).toBe(element)
    expect(caret.parentElement?.lastChild).toBe(caret)
  })

  test.each(['x', 'x |', 'x | **y', 'x | **y** | z'])(
    'the caret stands in the cell that is written: %j',
    (row) => {
      const text = `| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n| ${row}`
      render(<Markdown text={text} streaming caret={<i data-testid="caret" />} />)
      const cell = screen.getByTestId('caret').parentElement
      expect(cell).toHaveTextContent(
        row
          .replaceAll('*', '')
          .split('|')
          .filter((part) => part.trim())
          .at(-1)!
          .trim(),
      )
    },
  )

  test('a torn answer shows the mark behind its last words, and says cut off in an open block of code', () => {
    const tear = <i data-testid="tear" />
    const { rerender } = render(<Markdown text="It stopped in the" tear={tear} />)
    expect(screen.getByTestId('tear').parentElement).toHaveTextContent('It stopped in the')
    rerender(<Markdown text={'```ts\nlet a'} tear={tear} />)
    expect(screen.getByText('cut off')).toBeInTheDocument()
    rerender(<Markdown text={'```ts\nlet a'} streaming />)
    expect(screen.queryByText('cut off')).toBeNull()
  })

  test('headings move down the page but keep the level they are read as', () => {
    render(<Markdown text={'# One\n\n##### Five'} />)
    expect(screen.getByRole('heading', { name: 'One', level: 3 }).localName).toBe('h3')
    expect(screen.getByRole('heading', { name: 'Five', level: 7 }).localName).toBe('h6')
  })

  test('text direction comes from the text', () => {
    const { container } = render(
      <Markdown text={'\u0645\u0631\u062d\u0628\u0627\n\n- \u0645\u0631\u062d\u0628\u0627'} />,
    )
    expect(container.querySelector('p')).toHaveAttribute('dir', 'auto')
    expect(container.querySelector('ul')).toHaveAttribute('dir', 'auto')
    expect(container.querySelector('li')).not.toHaveAttribute('dir')
  })

  test('an image is asked for by its name and host, and loads after a click only', async () => {
    const { container } = render(<Markdown text="![A chart](https://pictures.example/a.png)" />)
    expect(container.querySelector('img')).toBeNull()
    expect(container).toHaveTextContent('A chartpictures.example')
    await userEvent.click(screen.getByRole('button', { name: 'Load image: A chart' }))
    expect(screen.getByRole('img', { name: 'A chart' })).toHaveAttribute(
      'src',
      'https://pictures.example/a.png',
    )
  })

  test('an image in a link keeps its button, and the link stands beside it', () => {
    const { container } = render(
      <Markdown text="[![A chart](https://pictures.example/a.png)](https://example.org/x)" />,
    )
    expect(container.querySelector('a button')).toBeNull()
    expect(screen.getByRole('link', { name: 'example.org' })).toHaveAttribute('href', 'https://example.org/x')
  })

  test('the host decides about images by address', () => {
    const { container } = render(
      <Markdown
        text={'![a](https://ok.example/a.png) ![b](https://no.example/b.png)'}
        imagePolicy={({ origin }) => (origin === 'https://ok.example' ? 'load' : 'never')}
      />,
    )
    expect(container.querySelectorAll('img')).toHaveLength(1)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('CodeBlock', () => {
  const clipboard = () => {
    const user = userEvent.setup()
    return { user, read: () => navigator.clipboard.readText() }
  }

  test('copies the code as it is, shows a check and says so', async () => {
    const code = Array.from({ length: 120 }, (_, i) => `line ${i}`).join('\n')
    const { user, read } = clipboard()
    const { container } = render(<CodeBlock code={code} language="ts" />)
    await user.click(screen.getByRole('button', { name: /^Copy: / }))
    expect(await read()).toBe(code)
    expect(screen.getByRole('status')).toHaveTextContent('Copied')
    expect(container.querySelectorAll('[data-slot="code-chunk"]')).toHaveLength(3)
    expect(container.querySelector('code')?.textContent).toBe(code)
  })

  test('its copy button comes after the code', () => {
    const { container } = render(<CodeBlock code="a" />)
    const order = container
      .querySelector('pre')
      ?.compareDocumentPosition(screen.getByRole('button', { name: /^Copy/ }))
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('says when the clipboard refuses', async () => {
    const { user } = clipboard()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    render(<CodeBlock code="a" />)
    await user.click(screen.getByRole('button', { name: /^Copy/ }))
    expect(screen.getByRole('status')).toHaveTextContent('Copying failed')
  })

  test('folds what is long, and names its scroll area', async () => {
    const { container } = render(<CodeBlock code={'x\n'.repeat(31)} language="sh" />)
    const figure = container.querySelector('figure')
    expect(figure).toHaveAttribute('data-folded')
    expect(figure).toHaveAttribute('data-lang', 'sh')
    expect(screen.getByRole('group', { name: 'Code block, sh, 31 lines' })).toHaveAttribute('tabindex', '0')
    await userEvent.click(screen.getByRole('button', { name: 'Show all 31 lines' }))
    expect(figure).not.toHaveAttribute('data-folded')
  })

  test('wraps lines on request', async () => {
    const { container } = render(<CodeBlock code="a long line" />)
    await userEvent.click(screen.getByRole('button', { name: /^Wrap lines/, pressed: false }))
    expect(container.querySelector('figure')).toHaveAttribute('data-wrap')
  })
})

describe('Table', () => {
  test('a column of times of day is not one of numbers', () => {
    const rows = [
      ['9 Uhr', '9 am', '9 min'],
      ['10 Uhr', '10 pm', '10 min'],
    ]
    render(<Table node={textTable(['Uhrzeit', 'Time', 'Span'], rows)} />)
    const aligned = screen
      .getAllByRole('columnheader')
      .map((cell) => cell.getAttribute('data-align') ?? 'left')
    expect(aligned).toEqual(['left', 'left', 'right'])
  })
  test('sets columns of numbers to the right and copies as TSV and as Markdown', async () => {
    const user = userEvent.setup()
    const node = textTable(
      ['Name', 'Size', 'Note'],
      [
        ['one', '1,204', '=A1'],
        ['two', '12 %', 'a | b'],
      ],
    )
    render(<Table node={node} />)
    const area = screen.getByRole('group', { name: 'Table' })
    expect(area).toHaveAttribute('tabindex', '0')
    expect(within(area).getByRole('columnheader', { name: 'Size' })).toHaveAttribute('data-align', 'right')
    expect(within(area).getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('data-align')
    await user.click(screen.getByRole('button', { name: 'Copy as TSV' }))
    expect(await navigator.clipboard.readText()).toBe("Name\tSize\tNote\none\t1,204\t'=A1\ntwo\t12 %\ta | b")
    await user.click(screen.getByRole('button', { name: 'Copy as Markdown' }))
    expect(await navigator.clipboard.readText()).toBe(
      '| Name | Size | Note |\n| --- | --- | --- |\n| one | 1,204 | =A1 |\n| two | 12 % | a \\| b |',
    )
  })
  test('keeps a break in a cell when it is copied as Markdown', async () => {
    const user = userEvent.setup()
    const text = '| a |\n| --- |\n| one<br>two |'
    render(<Markdown text={text} />)
    await user.click(screen.getByRole('button', { name: 'Copy as Markdown' }))
    expect(await navigator.clipboard.readText()).toBe(text)
  })
})
