import { Transcript } from '@antiphon/ui'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import '../../packages/ui/css/tokens.css'
import '../../packages/ui/css/base.css'
import '../../packages/ui/css/components.css'

afterEach(cleanup)

const ask = (id: string, content: string) => [
  {
    role: 'assistant',
    content,
    tool_calls: [{ id, type: 'function', function: { name: id, arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'seen' },
]

test('rows of two steps stand on each other; a text keeps its distance', () => {
  const { container } = render(
    <div data-antiphon-root="" style={{ inlineSize: '40rem' }}>
      <Transcript
        messages={[
          { role: 'user', content: 'Look.' },
          ...ask('first', 'I look.'),
          ...ask('second', ''),
          ...ask('third', ''),
          { role: 'assistant', content: 'Seen.' },
        ]}
      />
    </div>,
  )
  const box = (selector: string): DOMRect => container.querySelector(selector)!.getBoundingClientRect()
  const [first, second, third] = ['first', 'second', 'third'].map((tool) => box(`[data-tool=${tool}]`))
  const gaps = [second!.top - first!.bottom, third!.top - second!.bottom]
  expect(gaps.map(Math.round)).toEqual([0, 0])
  const last = container.querySelectorAll('[data-slot=assistant-message]')[3]!.getBoundingClientRect()
  const part = getComputedStyle(container.querySelector('[data-slot=transcript]')!)
  expect(last.top - third!.bottom).toBeCloseTo(parseFloat(part.getPropertyValue('--antiphon-part-gap')), 0)
})
