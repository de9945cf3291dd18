import type { AssistantMessage } from '@antiphon/core'
import { TEXT_CHANNELS } from '@antiphon/core/channels'
import { cleanup, render } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { exportHtml } from '../../export/export-html.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { AssistantMessageView } from './assistant-message.js'

afterEach(cleanup)
// The ending of an answer asks for it. It must not still be loading when the page of this file is gone.
afterAll(() => lazyLive.load())

const answer: AssistantMessage = { role: 'assistant', content: '', finishReason: 'stop' }
for (const { name, field } of TEXT_CHANNELS) answer[field] = `Words of the ${name}.`

const part = (root: ParentNode, name: string) =>
  root.querySelector<HTMLElement>(`[data-slot="assistant-message"] > [data-part="${name}-0"]`)

test.each([
  [
    'on screen',
    async () =>
      render(<AssistantMessageView step={{ key: 'a', assistant: answer, results: [] }} />).container,
  ],
  [
    'on a page of its own',
    async () => new DOMParser().parseFromString(await exportHtml([answer]), 'text/html'),
  ],
])('each text of an answer has its part %s; what stands beside the answer is a row', async (_, draw) => {
  const root = await draw()
  for (const { name, isAnswer } of TEXT_CHANNELS) {
    const shown = part(root, name)
    expect(shown?.textContent).toContain(`Words of the ${name}.`)
    expect([name, shown?.hasAttribute('data-row')]).toEqual([name, !isAnswer])
  }
})
