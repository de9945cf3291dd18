import { expect, test, vi } from 'vitest'
import { openPageFrame } from '@antiphon/base'

const page = {
  slot: 'mcp-app-frame',
  html: '<p>An app</p>',
  domains: { connect: [], resource: [], frame: [], baseUri: [] },
}

test('where Trusted Types refuse a frame made from text, the app is blocked at once', async () => {
  const refused = vi.spyOn(HTMLIFrameElement.prototype, 'srcdoc', 'set').mockImplementation(() => {
    throw new TypeError("This document requires 'TrustedHTML' assignment.")
  })
  try {
    const problem = new Promise<string>((onProblem) => {
      const events = { onStart: () => {}, onMessage: () => {}, onProblem }
      openPageFrame(document.body, { ...page, permissions: [], title: 'An app', ...events })
    })
    const soon = new Promise((resolve) => setTimeout(() => resolve('still starting'), 100))
    expect(await Promise.race([problem, soon])).toBe('blocked')
    expect(document.querySelector('iframe')).toBeNull()
  } finally {
    refused.mockRestore()
  }
})

test('a frame has time to load; once it has loaded, its script has run or is blocked', () => {
  const timer = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(1 as never)
  try {
    const onProblem = vi.fn()
    const events = { onStart: () => {}, onMessage: () => {}, onProblem }
    openPageFrame(document.body, { ...page, permissions: [], title: 'An app', ...events })
    expect(timer.mock.lastCall?.[1]).toBe(15_000)
    document.querySelector('iframe')!.dispatchEvent(new Event('load'))
    const [over, ms] = timer.mock.lastCall!
    expect(ms).toBe(2_000)
    over()
    expect(onProblem.mock.calls).toEqual([['blocked']])
  } finally {
    timer.mockRestore()
  }
})
