import type { Message } from '@antiphon/core'
import { Transcript, type TranscriptProps } from '@antiphon/ui'
import { render } from '@testing-library/react'
import '../../../packages/ui/css/tokens.css'
import '../../../packages/ui/css/base.css'
import '../../../packages/ui/css/components.css'
import '../../../packages/ui/src/markdown/markdown.css'
import '../../../packages/ui/css/print.css'
import './chat-layout.css'

export const COUNT = 5000
export const HEIGHT = 600

export const markOf = (at: number): string => `mark${String(at).padStart(5, '0')}`
export const messages: Message[] = Array.from({ length: COUNT }, (_, at): Message => {
  const words = 'Some words about the pool, its size and its waits. '.repeat(1 + (at % 7))
  const blocks = ['- one\n- two\n- three', '```js\nconst pool = 16\n```', '| a | b |\n| - | - |\n| 1 | 2 |']
  return at % 2
    ? {
        role: 'assistant',
        id: `m${at}`,
        content: `${markOf(at)} **${words}**\n\n${blocks[(at >> 1) % 3]}\n\nend`,
        finishReason: 'stop',
      }
    : { role: 'user', id: `m${at}`, content: `${markOf(at)} ${words}` }
})

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
export const frames = async (count: number) => {
  for (let i = 0; i < count; i++) await frame()
}
export const viewport = () => document.querySelector<HTMLElement>('[data-slot=viewport]')!
export const drawn = () => [...document.querySelectorAll<HTMLElement>('[data-slot=turn]:not([data-plain])')]
export const turn = (at: number) => document.querySelector<HTMLElement>(`[data-turn-id=m${at}]`)!
export const topOf = (element: Element) =>
  element.getBoundingClientRect().top - viewport().getBoundingClientRect().top
export const distanceToEnd = () =>
  document.querySelector('[data-slot=end]')!.getBoundingClientRect().bottom -
  viewport().getBoundingClientRect().bottom
export const inView = () => drawn().filter((row) => topOf(row) < HEIGHT && topOf(row) + row.offsetHeight > 0)
export const marksIn = (text: string) => text.match(/mark\d{5}/g) ?? []
export const everyMark = messages.map((_, at) => markOf(at))

export function Page(props: Partial<TranscriptProps>) {
  return (
    <div style={{ height: HEIGHT, width: 900, display: 'flex' }}>
      <Transcript messages={messages} theme="light" style={{ flex: 1 }} {...props} />
    </div>
  )
}

export async function open(props: Partial<TranscriptProps> = {}) {
  const shown = render(<Page {...props} />, { reactStrictMode: false })
  await frames(2)
  return shown
}
