import * as core from '@antiphon/core'
import type { Message } from '@antiphon/core'
import * as ui from '@antiphon/ui'
import { transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as jsx from 'react/jsx-runtime'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { chatCode, chatWithToolCode, codeOf, partsOf } from '../../../apps/demo/src/code/part-code.js'

/** Compiles a file of the dialog and gives its component. It may import the kit, its sheet and zod, and nothing else. */
function componentOf(code: string): ComponentType {
  const { code: compiled } = transformSync(code, { loader: 'tsx', jsx: 'automatic', format: 'cjs' })
  const modules: Record<string, unknown> = {
    '@antiphon/core': core,
    '@antiphon/ui': ui,
    zod: z,
    '@antiphon/ui/styles.css': {},
    'react/jsx-runtime': jsx,
  }
  const module = { exports: {} as { default: ComponentType } }
  // oxlint-disable-next-line typescript/no-implied-eval -- the code under test is a text
  new Function('require', 'module', compiled)((name: string) => modules[name] ?? expect.fail(name), module)
  return module.exports.default
}
const call = (id: string, name: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: '{"town":"Os\\"lo\\u2028","line":"a\\nb"}' },
})
const question: Message = { id: 'q', role: 'user', content: 'Is the "pool" smaller?\n  role: "user"' }
const answer: Message[] = [
  {
    id: 'a',
    role: 'assistant',
    content: 'Let me look.',
    reasoning: 'Two halves.',
    tool_calls: [call('c1', 'get_deploys'), call('c2', 'query_metrics'), call('c3', 'unanswered')],
    finishReason: 'tool_calls',
    timing: { startedAt: 1 },
  },
  { id: 't1', role: 'tool', tool_call_id: 'c1', content: 'done </script> ${x} `y`' },
  { id: 't2', role: 'tool', tool_call_id: 'c2', content: '504 upstream timeout', isError: true },
  { id: 'b', role: 'assistant', content: '| a | b |\n|---|---|\n| 1 | 2 |', finishReason: 'length' },
  {
    id: 'e',
    role: 'assistant',
    content: '',
    isError: true,
    error: { kind: 'overloaded', message: 'The server is overloaded.' },
  },
]

it('the code of each part compiles and draws the same part', () => {
  const parts = [...partsOf([question]), ...partsOf(answer)]
  expect(parts.map(({ name }) => name)).toEqual([
    'Question',
    'Whole answer',
    'Thinking',
    'Text',
    'get_deploys',
    'query_metrics',
    'unanswered',
    'Text',
    'Ending',
    'Ending',
  ])
  for (const { name, messages } of parts) {
    const shown = renderToStaticMarkup(createElement(componentOf(codeOf(messages))))
    expect(shown, `The code of ${name} draws it`).toContain('data-slot="turn"')
    expect(shown, `The code of ${name} draws it`).toBe(
      renderToStaticMarkup(
        createElement(ui.Transcript, {
          messages: messages.map((message) => ({ ...message, id: undefined })),
        }),
      ),
    )
  }
})

it('the code of a chat is that of the README', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  expect(readme).toContain(chatCode({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3' }))
})

it('the code at the end of the tour draws a chat', () => {
  const drawn = renderToStaticMarkup(createElement(componentOf(chatWithToolCode)))
  expect(drawn).toContain('data-slot="composer"')
})
