import type { Message } from '@antiphon/core'
import { Transcript } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'
import '../../packages/ui/src/markdown/markdown.css'

afterEach(cleanup)

const line = 'a line that is too long for its place '.repeat(9)
const columns = Array.from({ length: 8 }, (_, at) => `column number ${at}`)
const row = Object.fromEntries(columns.map((name) => [name, name]))
const messages: Message[] = [
  { role: 'user', content: `See:\n\n\`\`\`\n${line}\n\`\`\`` },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'list', arguments: '{}' } }],
  },
  {
    role: 'tool',
    tool_call_id: 'c',
    content: JSON.stringify([row, row]),
  },
  {
    role: 'assistant',
    content: `\`\`\`\n${line}\n\`\`\`\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(8)}\n| ${columns.join(' | ')} |`,
  },
]

/** The colour that one sees behind an element. */
function groundOf(element: Element | null): string {
  if (!element) return ''
  const { backgroundColor } = getComputedStyle(element)
  return /^rgba\(0, 0, 0, 0\)$/.test(backgroundColor) ? groundOf(element.parentElement) : backgroundColor
}

test.each(['light', 'dark'] as const)(
  'in %s whatever scrolls sideways has a shade at its edge, which its ground covers at the end',
  async (theme) => {
    const { container, getByRole } = render(
      <div style={{ inlineSize: '22rem' }}>
        <Transcript messages={messages} theme={theme} style={{ background: 'var(--antiphon-bg)' }} />
      </div>,
    )
    await userEvent.click(getByRole('button', { name: /list/ }))
    const sideways = [...container.querySelectorAll<HTMLElement>('[data-antiphon-root] *')].filter(
      (element) =>
        element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX),
    )
    expect(sideways.map(({ dataset }) => dataset['slot'])).toEqual([
      'user-code',
      'result-table',
      'code-scroll',
      'table-scroll',
    ])
    for (const element of sideways) {
      const [cover, shade] = getComputedStyle(element).backgroundImage.split(/, (?=radial)/)
      expect(cover, `cover of ${element.dataset['slot']}`).toContain(groundOf(element))
      expect(shade, `shade of ${element.dataset['slot']}`).toMatch(/^radial-gradient/)
    }
  },
)
