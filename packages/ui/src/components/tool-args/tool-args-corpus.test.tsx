import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallState } from '@antiphon/core'
import { render } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { storyCall } from '../../fixtures/story-calls.js'
import { ToolCallView } from '../tool-call/tool-call.js'
import { ToolApproval } from '../tool-approval/tool-approval.js'
import '../../testing/late-parts.js'

/** Hostile and broken argument texts; belongs to others, never copied. */
const shared = process.env['ANTIPHON_SHARED'] ?? join(import.meta.dirname, '../../../../../../shared')
const file = join(shared, 'corpora/tool-args/cases.json')

interface Case {
  name: string
  text?: string
  prefix?: string
  repeat?: string
  times?: number
  suffix?: string
  json: 'valid' | 'invalid' | 'empty'
}
const cases: Case[] = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as { cases: Case[] }).cases
  : []
if (cases.length === 0) console.log(`tool-args: no corpus at ${file}, its tests are skipped`)
const textOf = ({ text, prefix = '', repeat = '', times = 0, suffix = '' }: Case): string =>
  text ?? prefix + repeat.repeat(times) + suffix

const call = (text: string, state: CallState) => (
  <ToolCallView call={storyCall('run', text, { state })} defaultOpen />
)

/** The values of the fields as text, by name; undefined when the arguments are not shown as fields. */
function fieldsIn(root: HTMLElement): Record<string, string> | undefined {
  const list = root.querySelector('[data-slot=pairs]')
  if (!list) return undefined
  const rows = [...list.children].map(
    (row) => [row.querySelector('dt')!.textContent, row.querySelector('dd')!.textContent] as const,
  )
  return Object.fromEntries(rows)
}

describe.skipIf(cases.length === 0)('arguments of corpora/tool-args on screen', () => {
  afterEach(() => expect(({} as { polluted?: unknown }).polluted).toBeUndefined())

  test.each(cases.map((one) => [one.name, one] as const))(
    '%s: written, complete and asked about, it shows what it is',
    (_, one) => {
      const text = textOf(one)
      const { container, rerender } = render(call('', 'writing'), { reactStrictMode: false })
      const step = Math.max(1, Math.ceil(text.length / 12))
      for (let at = step; at < text.length + step; at += step) rerender(call(text.slice(0, at), 'writing'))
      expect(container.textContent.length).toBeLessThan(40_000)

      rerender(call(text, 'queued'))
      const body = container.querySelector<HTMLElement>('[data-slot=tool-call-body]')!
      expect(body.textContent.length).toBeLessThan(40_000)
      expect(body.querySelectorAll('*').length).toBeLessThan(3_000)
      expect(body.querySelector('a, img, script, iframe')).toBeNull()
      if (one.json === 'empty') expect(body).toHaveTextContent('No arguments')
      if (one.json === 'invalid') {
        expect(body).toHaveTextContent('Not valid JSON, shown as it came')
        const raw = body.querySelector('[data-slot=raw]')!.textContent
        const shown = text.startsWith('\ufeff') ? `U+FEFF${text.slice(1)}` : text
        expect(shown.slice(0, 10_000)).toBe(raw)
      }
      const fields = fieldsIn(body)
      if (fields && text.length < 1_000) checkFields(fields, text)
    },
  )

  const small = cases.filter((one) => one.json === 'valid' && textOf(one).length < 1_000)
  test.each(small.map((one) => [one.name, textOf(one)] as const))(
    '%s: a question shows all of what will run',
    (_, text) => {
      const running = JSON.stringify(JSON.parse(text))
      const { container } = render(
        <ToolApproval name="run" arguments={running} onAllow={() => {}} onDeny={() => {}} />,
      )
      const box = container.querySelector<HTMLElement>('[data-slot=approval-arguments]')!
      const fields = fieldsIn(box)
      if (fields) return checkFields(fields, running)
      const shown = box.textContent.replaceAll(/\s/g, '')
      expect(shown).toBe(running === '{}' ? 'Noarguments' : running.replaceAll(/\s/g, ''))
    },
  )
})

/** Scalars are compared as text; what hides in them shows as its name. */
function checkFields(fields: Record<string, string>, text: string): void {
  const value = JSON.parse(text) as Record<string, unknown>
  expect(Object.keys(fields)).toEqual(Object.keys(value))
  for (const [key, field] of Object.entries(value)) {
    if (typeof field === 'object' && field !== null) continue
    const plain = Object.is(field, -0) ? '-0' : String(field)
    const shown = plain
      .replaceAll('\0', 'NUL')
      .replace(/[\ud800-\udfff]/g, (half) => `U+${half.charCodeAt(0).toString(16).toUpperCase()}`)
    expect(fields[key]).toBe(shown)
  }
}
