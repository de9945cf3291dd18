import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { storyCall } from '../fixtures/story-calls.js'
import { ToolCallView } from '../components/tool-call/tool-call.js'
import { revealText } from './reveal-text.js'
import '../testing/late-parts.js'

/** Belongs to others and is read where it lies; see docs for where to put it. */
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

describe.skipIf(cases.length === 0)('texts that deceive', () => {
  test.each(cases.map((one) => [one.name, one] as const))('%s', (_, { text, expect: wanted }) => {
    const segments = revealText(text, { padding: true })
    const only = segments.length === 1 ? segments[0] : undefined
    const plain = only?.type === 'text' && only.text === text
    const { container } = render(
      <ToolCallView call={storyCall(text, { value: text }, { result: text })} defaultOpen />,
    )
    switch (wanted) {
      case 'keep':
        expect(plain).toBe(true)
        break
      case 'flag-or-reveal':
      case 'neutralise':
      case 'reveal-all':
        expect(plain).toBe(false)
        expect(container.querySelectorAll('[data-slot=hidden-character]').length).toBeGreaterThan(0)
        break
      case 'plain-text':
        expect(container.querySelector('[data-slot=raw], [data-slot=pairs] dd')?.textContent).toContain(
          text.slice(0, 10),
        )
        expect(container.querySelectorAll('dd button, dd b, dd strong')).toHaveLength(0)
        break
      case 'contain':
      case 'no-crash':
        expect(container.textContent?.length).toBeGreaterThan(0)
        break
      default:
        throw new Error(`Unknown class ${wanted satisfies never}`)
    }
  })
})
