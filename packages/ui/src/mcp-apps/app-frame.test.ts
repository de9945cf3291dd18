import { expect, test, vi } from 'vitest'
import { openAppFrame } from './app-frame.js'

const resource = {
  html: '<p>An app</p>',
  permissions: [],
  domains: { connect: [], resource: [], frame: [], baseUri: [] },
}

test('where Trusted Types refuse a frame made from text, the app is blocked at once', async () => {
  const refused = vi.spyOn(HTMLIFrameElement.prototype, 'srcdoc', 'set').mockImplementation(() => {
    throw new TypeError("This document requires 'TrustedHTML' assignment.")
  })
  try {
    const problem = new Promise<string>((onProblem) => {
      const events = { onStart: () => {}, onMessage: () => {}, onProblem }
      openAppFrame(document.body, { resource, permissions: [], title: 'An app', ...events })
    })
    const soon = new Promise((resolve) => setTimeout(() => resolve('still starting'), 100))
    expect(await Promise.race([problem, soon])).toBe('blocked')
    expect(document.querySelector('iframe')).toBeNull()
  } finally {
    refused.mockRestore()
  }
})
