import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import { ToolApproval } from '../components/tool-approval/tool-approval.js'
import { ToolArgs } from '../components/tool-args/tool-args.js'
import { ToolCallView } from '../components/tool-call/tool-call.js'
import { ToolResult } from '../components/tool-result/tool-result.js'
import { ToolSteps } from '../components/tool-steps/tool-steps.js'
import { storyCall } from '../fixtures/story-calls.js'
import { readJson } from './json.js'
import { revealText } from './reveal-text.js'
import { stripColors } from './text.js'
import { lazyLive } from '../components/live-parts/use-live-parts.js'

/** Belongs to others and is read where it lies. */
const shared = process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../../../../../shared')
const file = join(shared, 'corpora/text-tricks/cases.json')
interface Case {
  name: string
  text: string
  expect: 'flag-or-reveal' | 'keep' | 'neutralise' | 'plain-text' | 'no-crash' | 'contain' | 'reveal-all'
}
const cases: Case[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }).cases
  : []
if (cases.length === 0) console.log(`text-tricks: no corpus at ${file}, its tests are skipped`)

// The reader of arguments that are still being written.
beforeAll(() => lazyLive.load())

const ignore = (): void => {}
const result = (content: string | object[], details?: unknown) => (
  <ToolResult
    name="read"
    result={{
      role: 'tool',
      tool_call_id: 'c',
      content: content as string,
      ...(details !== undefined && { details }),
    }}
  />
)
/** Places that show a text of a model or a tool, and the selector of that text. */
const places: Record<string, { show: (text: string) => ReactNode; in: string }> = {
  'the name in a question': {
    show: (text) => <ToolApproval name={text} arguments="{}" onAllow={ignore} onDeny={ignore} />,
    in: '[data-slot=approval-head] code',
  },
  'an argument in a question': {
    show: (text) => (
      <ToolApproval name="run" arguments={JSON.stringify({ text })} onAllow={ignore} onDeny={ignore} />
    ),
    in: '[data-slot=approval-arguments] dd',
  },
  'a deep argument in a question': {
    show: (text) => (
      <ToolApproval name="run" arguments={JSON.stringify({ a: [text] })} onAllow={ignore} onDeny={ignore} />
    ),
    in: '[data-slot=whole-arguments]',
  },
  'an argument that is being written': {
    show: (text) => (
      <ToolArgs raw={JSON.stringify({ text })} json={{ ok: false }} name="run" state="writing" />
    ),
    in: 'dd',
  },
  'a name of an argument': {
    show: (text) => {
      const raw = JSON.stringify({ [text]: 1 })
      return <ToolArgs raw={raw} json={readJson(raw)} name="run" />
    },
    in: 'dt',
  },
  'a result': { show: (text) => result(text), in: '[data-slot=raw], [data-slot=diff]' },
  'a result that says it is Markdown': {
    show: (text) => result(text, { mimeType: 'text/markdown' }),
    in: '[data-slot=tool-result]',
  },
  'a cell of a table': { show: (text) => result(JSON.stringify([{ text }, { text: 1 }])), in: 'td' },
  'a value of a tree': {
    show: (text) => result(JSON.stringify({ a: { text } })),
    in: '[data-slot=json-tree]',
  },
  'a file name': {
    show: (text) =>
      result([{ type: 'file', file: { filename: text, file_data: 'data:text/plain;base64,AA==' } }]),
    in: '[data-slot=attachment]',
  },
  'a call that nobody has opened': {
    show: (text) => <ToolCallView call={storyCall('run', { text }, { result: text })} />,
    in: '[data-slot=tool-call-body][data-closed]',
  },
  'a step': {
    show: (text) => (
      <ToolSteps label="Steps" steps={[{ id: 's', title: text, state: 'running', startedAt: 0 }]} />
    ),
    in: '[data-slot=tool-step]',
  },
}

/** JSON writes control characters as escapes. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Nothing hides in `text`, blanks apart, and all of it is there, or it is said how much more there is. */
function showsAll(place: HTMLElement, text: string): boolean {
  const segments = revealText(text)
  const rest = screen.queryByRole('button', { name: /^Show all \d+ lines$/ })
  const begins = rest ? text.slice(0, 40) : text
  return segments.length === 1 && segments[0]!.type === 'text' && place.textContent.includes(begins)
}

describe.skipIf(cases.length === 0)('texts that deceive', () => {
  describe.each(Object.entries(places))('as %s', (name, { show, in: selector }) => {
    test.each(cases.map((one) => [one.name, one] as const))('%s', (_, { text, expect: wanted }) => {
      const { container } = render(show(text))
      const place = container.querySelector<HTMLElement>(selector)!
      const marks = container.querySelectorAll('[data-slot=hidden-character]').length
      switch (wanted) {
        case 'keep':
          expect(marks).toBe(0)
          if (name !== 'a result that says it is Markdown') expect(place.textContent).toContain(text)
          break
        case 'flag-or-reveal':
        case 'neutralise':
        case 'reveal-all':
          expect(marks > 0 || showsAll(place, stripColors(text)) || showsAll(place, escaped(text))).toBe(true)
          break
        case 'plain-text':
          // A result that the tool marked as Markdown may be bold, but never brings a question or an image.
          expect(
            place.querySelectorAll(
              name.endsWith('Markdown') ? '[data-slot=tool-approval], img' : 'button, b, strong, a, img',
            ),
          ).toHaveLength(0)
          break
        case 'contain':
        case 'no-crash':
          expect(container.textContent.length).toBeGreaterThan(0)
          break
        default:
          throw new Error(`Unknown class ${wanted satisfies never}`)
      }
    })
  })
})
