// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { testChatInHost } from './chat-scenario.js'

test('this is happy-dom', () => {
  expect('happyDOM' in window).toBe(true)
})

testChatInHost()
