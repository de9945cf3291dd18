import { useFollowScroll } from '@antiphon/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'

interface Item {
  id: string
  height: number
}

let change: (next: (items: Item[]) => Item[]) => void
let setQueued: (queued: boolean) => void
let setStreaming: (streaming: boolean) => void
let jump: () => void
let reveal: (element: Element) => void

function Thread({ initial }: { initial: Item[] }) {
  const [items, setItems] = useState(initial)
  const [streaming, stream] = useState(false)
  const [isQueued, queue] = useState(false)
  const question = items.findLast((item) => item.id.startsWith('q'))
  const follow = useFollowScroll({ anchorKey: question?.id, isQueued, streaming })
  change = setItems
  setStreaming = stream
  setQueued = queue
  jump = follow.jumpToLatest
  reveal = follow.reveal
  return (
    <div
      ref={follow.viewportRef}
      tabIndex={0}
      data-testid="viewport"
      data-follow={follow.mode}
      data-at-end={follow.isAtEnd}
      style={{ height: 400, overflowY: 'auto', overflowAnchor: 'none' }}
    >
      <div ref={follow.contentRef}>
        {items.map((item) => (
          <div
            key={item.id}
            data-turn-id={item.id}
            style={{ height: item.height, boxSizing: 'border-box', borderTop: '1px solid' }}
          >
            {item.id} <button type="button">{`Copy ${item.id}`}</button>
          </div>
        ))}
      </div>
      <div ref={follow.endRef} />
      <div ref={follow.spacerRef} />
      <div data-testid="foot" style={{ height: 28 }} />
    </div>
  )
}

const past: Item[] = Array.from({ length: 20 }, (_, i) => ({ id: `${i % 2 ? 'a' : 'q'}${i}`, height: 120 }))
const frames = (n = 3) =>
  act(async () => {
    for (let i = 0; i < n; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

async function open(initial = past) {
  render(
    <StrictMode>
      <Thread initial={initial} />
    </StrictMode>,
  )
  await frames()
  const viewport = document.querySelector<HTMLElement>('[data-testid=viewport]')!
  const top = (id: string) => {
    const item = viewport.querySelector(`[data-turn-id=${id}]`)!
    return Math.round(item.getBoundingClientRect().top - viewport.getBoundingClientRect().top)
  }
  const grow = async (id: string, height: number) => {
    act(() => change((items) => items.map((item) => (item.id === id ? { ...item, height } : item))))
    await frames()
  }
  const arrive = (id: string, isQueued: boolean, height = 60) =>
    act(() => {
      setStreaming(true)
      setQueued(isQueued)
      change((items) => [...items, { id: `q${id}`, height }, { id: `a${id}`, height: 20 }])
    })
  /** Every place that the reader saw on the way. */
  const untilStill = async () => {
    const seen = [viewport.scrollTop]
    for (let still = 0; still < 3; still = seen.at(-1) === seen.at(-2) ? still + 1 : 0) {
      await frames(1)
      seen.push(viewport.scrollTop)
    }
    return seen
  }
  const send = async (id: string, height?: number) => {
    arrive(id, false, height)
    return untilStill()
  }
  const leaveQueue = async (id: string) => {
    arrive(id, true)
    await frames()
  }
  const wheel = async (deltaY: number) => {
    viewport.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true }))
    viewport.scrollTop += deltaY
    await frames()
  }
  const distance = () => Math.round(viewport.scrollHeight - viewport.scrollTop - viewport.clientHeight)
  return { viewport, top, grow, send, untilStill, leaveQueue, wheel, distance }
}

/**
 * The clock of the page, which goes 16 ms in each frame, however long the frame takes. So a glide has all its steps, and a
 * scroll comes soon enough after the wheel to be the reader's.
 */
let now = 0
let ticking = 0
beforeEach(() => {
  now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  ticking = requestAnimationFrame(function tick() {
    now += 16
    ticking = requestAnimationFrame(tick)
  })
})
afterEach(() => {
  cancelAnimationFrame(ticking)
  vi.restoreAllMocks()
  cleanup()
})

describe('follow-scroll', () => {
  it('opens at the end', async () => {
    const { viewport, distance } = await open()
    expect(distance()).toBe(0)
    expect(viewport.dataset['atEnd']).toBe('true')
  })

  it('anchors a sent question 12 px under the edge and does not scroll while the answer fills in', async () => {
    const { viewport, top, send, grow } = await open()
    await send('x')
    expect(viewport.dataset['follow']).toBe('anchor')
    expect(top('qx')).toBe(12)
    for (const height of [100, 200, 300, 600, 1200]) {
      await grow('ax', height)
      expect(top('qx'), `answer of ${height} px`).toBe(12)
    }
    expect(viewport.dataset['atEnd']).toBe('false')
    await grow('a19', 40)
    await grow('a3', 400)
    expect(top('qx'), 'something above changed its size').toBe(12)
  })

  it('follows when a long way down ends at the end, however late: a flick of a finger, a key on a busy machine', async () => {
    const { viewport, send, grow } = await open()
    await send('x')
    await grow('ax', 2_000)
    // From the first step on the reader did nothing for long.
    viewport.addEventListener('scroll', () => (now += 10_000), { once: true })
    viewport.dispatchEvent(new WheelEvent('wheel', { deltaY: 40, bubbles: true }))
    const ended = new Promise((resolve) => viewport.addEventListener('scrollend', resolve, { once: true }))
    viewport.scrollTo({ top: viewport.scrollHeight, behavior: 'smooth' })
    await ended
    await expect.poll(() => viewport.dataset['follow']).toBe('follow')
  })

  it('glides to a sent question, and stops where the reader takes over', async () => {
    const { viewport, top, send, wheel } = await open()
    const seen = await send('x')
    const way = seen.at(-1)! - seen[0]!
    // Slower towards the end, and never back.
    expect(seen.filter((at) => at > seen[0]! + way / 2 && at < seen.at(-1)!).length).toBeGreaterThan(1)
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    expect(top('qx')).toBe(12)
    const before = viewport.scrollTop
    act(() => change((items) => [...items, { id: 'qy', height: 60 }, { id: 'ay', height: 20 }]))
    await wheel(-40)
    expect(viewport.dataset['follow']).toBe('free')
    const left = viewport.scrollTop
    await frames(20)
    expect(viewport.scrollTop).toBe(left)
    expect(left).toBeLessThan(before + way)
  })

  it.each([-40, -400])(
    'arrives after a turn of the wheel by %i px, and the end of the thread counts as in view from the start',
    async (deltaY) => {
      const { viewport, top, send, wheel } = await open()
      await wheel(deltaY)
      const told: (string | undefined)[] = []
      const watching = new MutationObserver(() => told.push(viewport.dataset['atEnd']))
      const sent = send('x', 190)
      expect(viewport.dataset['atEnd']).toBe('true')
      watching.observe(viewport, { attributeFilter: ['data-at-end'] })
      await sent
      watching.disconnect()
      expect(top('qx')).toBe(12)
      expect(viewport.dataset['follow']).toBe('anchor')
      expect(told).toEqual([])
    },
  )

  it('a question that had waited takes nobody away who reads further up', async () => {
    const { viewport, top, leaveQueue, wheel } = await open()
    await leaveQueue('x')
    expect(top('qx'), 'at the end, and without a way').toBe(12)
    await wheel(-900)
    const before = viewport.scrollTop
    await leaveQueue('y')
    expect(viewport.scrollTop).toBe(before)
    expect(viewport.dataset['follow']).toBe('free')
  })

  it('anchors the first question of a thread, and what stands at the foot stays at the lower edge while the answer grows', async () => {
    const { viewport, top, send, grow } = await open([])
    await send('x')
    const foot = () => {
      const { bottom } = screen.getByTestId('foot').getBoundingClientRect()
      return Math.round(viewport.getBoundingClientRect().bottom - bottom)
    }
    for (const height of [20, 40, 60, 80, 100, 200]) {
      await grow('ax', height)
      expect([top('qx'), foot()], `answer of ${height} px`).toEqual([0, 0])
    }
    await grow('ax', 500)
    expect(top('qx')).toBe(0)
    expect(foot()).toBeLessThan(0)
  })

  it('shows the last six lines of a question taller than half the view', async () => {
    const { viewport, top, untilStill } = await open()
    act(() => change((items) => [...items, { id: 'qtall', height: 900 }, { id: 'atall', height: 20 }]))
    await untilStill()
    expect(top('qtall') + 900).toBe(12 + 144)
    expect(viewport.dataset['follow']).toBe('anchor')
  })

  it('follows the end after a jump, with no gap left from the anchor', async () => {
    const { viewport, send, grow, distance } = await open()
    await send('x')
    await grow('ax', 900)
    act(() => jump())
    await frames()
    expect(viewport.dataset['follow']).toBe('follow')
    for (const height of [1000, 1400]) {
      await grow('ax', height)
      expect(distance()).toBe(0)
    }
  })

  it('lets go as soon as the reader turns the wheel up, and never moves what is being read', async () => {
    const { viewport, top, send, grow, wheel } = await open()
    await send('x')
    await grow('ax', 900)
    act(() => jump())
    await frames()
    await wheel(-700)
    expect(viewport.dataset['follow']).toBe('free')
    const before = top('a19')
    await grow('ax', 2000)
    expect(top('a19')).toBe(before)
    await grow('a3', 500)
    expect(top('a19'), 'growth above').toBe(before)
  })

  it('takes hold again when the reader reaches the end during a stream', async () => {
    const { viewport, send, grow, wheel, distance } = await open()
    await send('x')
    await grow('ax', 900)
    await wheel(-100)
    await wheel(5000)
    expect(viewport.dataset['follow']).toBe('follow')
    await grow('ax', 1300)
    expect(distance()).toBe(0)
  })

  it('lets go when the reader selects text, or uses the keyboard to go up', async () => {
    const { viewport, send, grow, top } = await open()
    await send('x')
    await grow('ax', 900)
    act(() => jump())
    await frames()
    document.getSelection()!.selectAllChildren(viewport.querySelector('[data-turn-id=ax]')!)
    await frames()
    expect(viewport.dataset['follow']).toBe('free')
    document.getSelection()!.removeAllRanges()

    act(() => jump())
    viewport.focus({ preventScroll: true })
    await userEvent.keyboard('{PageUp}')
    await frames(20)
    expect(viewport.dataset['follow']).toBe('free')
    const before = top('ax')
    await grow('ax', 1500)
    expect(top('ax')).toBe(before)
  })

  it('keeps what the Tab key has come to where it is, while a turn over it finds its height', async () => {
    const { viewport, top, grow } = await open()
    viewport.scrollTop = 300
    await frames()
    const button = (id: string) => screen.getByRole('button', { name: `Copy ${id}` })
    button('q2').focus({ preventScroll: true })
    await userEvent.keyboard('{Tab}{Tab}')
    expect(document.activeElement).toBe(button('q4'))
    await frames()
    const before = top('q4')
    await grow('a3', 20)
    expect(top('q4'), 'the turn over it is lower').toBe(before)
    await grow('a3', 200)
    expect(top('q4'), 'the turn over it is higher').toBe(before)
    button('q4').blur()
    viewport.scrollTop += 1
    await frames()
    const first = top('q2')
    await grow('a3', 300)
    expect(top('q2'), 'nothing has the focus: what is read begins at the edge').toBe(first)
  })

  it('keeps what was shown to the reader where it is, whatever grows above it, until the reader uses something else', async () => {
    const { viewport, top, grow, send, wheel } = await open()
    await send('new')
    act(() => change((items) => [...items, { id: 'ask', height: 120 }]))
    await frames()
    act(() => reveal(viewport.querySelector('[data-turn-id=ask]')!))
    await frames()
    const before = top('ask')
    expect(viewport.dataset['follow'], 'it was in view').toBe('anchor')
    await grow('anew', 150)
    expect(top('ask'), 'a result came over it').toBe(before)
    await grow('anew', 300)
    expect(top('ask'), 'and one more').toBe(before)
    await wheel(-40)
    expect(top('ask')).toBe(before + 40)
    const copy = screen.getByRole('button', { name: 'Copy qnew' })
    copy.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    viewport.scrollTop -= 1
    await frames()
    const read = top('q18')
    await grow('anew', 340)
    expect(top('q18'), 'what is read begins at the edge').toBe(read)
  })

  it('keeps the turn at the edge, not the one that reaches over it by less than a pixel', async () => {
    const { viewport, top, grow } = await open(
      past.map((item) => (item.id === 'a3' ? { ...item, height: 120.6 } : item)),
    )
    viewport.scrollTop = 4 * 120
    await frames()
    const before = top('q4')
    await grow('a3', 200)
    expect(top('q4')).toBe(before)
  })

  it('tells what the reader scrolled from what growth above moved, when both come before the scroll event', async () => {
    const { viewport, top } = await open()
    await act(async () => {
      viewport.scrollTop -= 600
      await new Promise(requestAnimationFrame)
    })
    await frames()
    expect(viewport.dataset['follow']).toBe('free')
    const before = top('q14')
    // As WebKit does: the part is laid out between the turn of the wheel and its event.
    viewport.scrollTop -= 94
    act(() => change((items) => items.map((item) => (item.id === 'a5' ? { ...item, height: 320 } : item))))
    await frames()
    expect(top('q14')).toBe(before + 94)
  })

  it('what has the focus out of view moves nothing', async () => {
    const { viewport, top, grow, wheel } = await open()
    viewport.scrollTop = 0
    screen.getByRole('button', { name: 'Copy q2' }).focus()
    await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}')
    await wheel(1_200)
    const before = top('a11')
    await grow('a1', 500)
    expect(top('a11')).toBe(before)
  })

  it('a change of size alone never changes the mode', async () => {
    const { viewport, grow } = await open()
    const before = viewport.dataset['follow']
    viewport.style.height = '250px'
    await grow('a3', 900)
    viewport.style.height = '500px'
    await frames()
    expect(viewport.dataset['follow']).toBe(before)
  })
})
