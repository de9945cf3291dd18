import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Message } from '@antiphon/core'
import { leftovers, redact, review } from '@antiphon/devtools/redact'
import { formats } from '@antiphon/transcripts'
import { exportMarkdown, exportText } from '@antiphon/transcripts'
import { exportHtml } from '@antiphon/ui/export'
import { describe, expect, test } from 'vitest'
import { places, plant } from './planted.js'

const { messages, planted } = plant(300, 17)
const found = review(messages)

test('300 planted secrets of 40 kinds and more, in all places: at least 99 % are found', () => {
  expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(40)
  expect(new Set(planted.map(({ place }) => place)).size).toBe(places.length)
  const values = new Set(found.findings.flatMap((finding) => finding.values))
  const missed = planted.filter(({ value }) => !values.has(value))
  expect(missed.slice(3)).toEqual([])
  expect(missed.length).toBeLessThanOrEqual(planted.length * 0.01)
})

describe('what leaves after the review holds none of what was accepted', () => {
  const { value, summary } = redact(messages, found)
  const written: [string, () => string | Promise<string>][] = [
    ['HTML', () => exportHtml(value)],
    ['Markdown', () => exportMarkdown(value)],
    ['text', () => exportText(value)],
    ...formats.map((format): [string, () => string] => [
      format.name,
      () => JSON.stringify(format.print(value).value, null, 2),
    ]),
  ]

  test.each(written)('%s', async (_, write) => {
    const text = await write()
    // The words around a secret are there: the export is not empty.
    expect(text.length).toBeGreaterThan(5_000)
    for (const { value: secret, kind, place } of planted) {
      const spelled = [
        secret,
        JSON.stringify(secret).slice(1, -1),
        encodeURIComponent(secret),
        ...inBase64(secret),
      ]
      const left = spelled.filter((one) => text.includes(one))
      expect([kind, place, ...left]).toEqual([kind, place])
    }
    expect(leftovers(text, found.findings)).toEqual([])
  })

  test('the summary counts it, and names what went whole', () => {
    expect(summary.values).toBe(found.findings.length)
    expect(summary.kept).toBe(0)
    expect(summary.places).toBeGreaterThanOrEqual(300)
    expect(summary.removed.some(({ what }) => what === 'image-metadata')).toBe(true)
  })

  test('arguments that were JSON are JSON', () => {
    const argumentsOf = (list: readonly Message[]): string[] =>
      list.flatMap((message) =>
        message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.function.arguments) : [],
      )
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    expect(argumentsOf(value).map(isJson)).toEqual(argumentsOf(messages).map(isJson))
  })
})

test('ordinary code: under one false alarm in 1,000 lines of our own sources', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const files = execFileSync('git', ['ls-files', 'packages', 'apps', 'scripts', 'docs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => /\.(?:tsx?|mjs|css|json|md)$/.test(name) && !/\.test\.tsx?$|\/redact\//.test(name))
  let lines = 0
  const alarms = files.flatMap((name) => {
    const text = readFileSync(resolve(root, name), 'utf8')
    lines += text.split('\n').length
    return review(text).findings.map(({ rule, values }) => `${name}: ${rule} ${values[0]!}`)
  })
  expect(lines).toBeGreaterThan(50_000)
  expect(alarms.slice(Math.floor(lines / 1_000))).toEqual([])
}, 120_000)

/** Returns the base64 text of a secret for each of the three offsets at which it can begin. */
function inBase64(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString('base64')
    return text.slice(
      before === 0 ? 0 : before + 1,
      Math.floor(((before + Buffer.byteLength(secret)) * 8) / 6),
    )
  })
}
