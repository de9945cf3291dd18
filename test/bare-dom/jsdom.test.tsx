// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { testChatInHost } from './chat-scenario.js'

test('jsdom has none of these, and nobody added them', () => {
  const missing = ['CSS', 'ResizeObserver', 'IntersectionObserver', 'matchMedia', 'requestIdleCallback']
  expect(missing.filter((name) => (globalThis as Record<string, unknown>)[name] !== undefined)).toEqual([])
  expect('scrollTo' in Element.prototype || 'elementFromPoint' in Document.prototype).toBe(false)
})

testChatInHost()
