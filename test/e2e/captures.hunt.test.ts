import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Completion, collectCompletion } from '@antiphon/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captureFacts } from '../replay/capture-facts.js'
import { readSlowly, type OracleAnswer, type OracleResult } from '../replay/oracle.js'
import { sharedFolder } from '../replay/shared-data.js'
import { configure, startDemo, type DemoApp, type DemoPage, pickModel } from './demo-app.js'
import { antiphonHere, startEndpoint, type RunningEndpoint } from './support/antiphon-command.js'
import { cutResponses } from './support/cut-responses.js'
import { readAnswer, type ShownAnswer, type ShownStep } from './support/read-answer.js'
import { endingOf, errorTitles, finishTitles } from './support/design-words.js'

const folder = sharedFolder('captures')
const files = folder ? readdirSync(folder).filter((name) => /\.(?:sse|jsonl|json)$/.test(name)) : []
const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(folder ?? '', file)))

/** A prime, so that the borders of the chunks fall inside letters, line ends and everything else. */
const CUT = 7
/** Requests that one message may make. A recording asks for the same tools again each time, so this is what ends it. */
const ROUNDS = 8

test.runIf(!folder)('no recordings in ANTIPHON_SHARED or ../shared: nothing to compare', () => {
  expect(files).toEqual([])
})

describe.skipIf(!folder)('recorded answers, files by the built command and read in the demo', () => {
  let endpoint: RunningEndpoint
  let app: DemoApp
  let demo: DemoPage

  beforeAll(async () => {
    endpoint = await startEndpoint('--play', folder!, '--speed', '0', '--cut', String(CUT))
    app = await startDemo(0)
    demo = await app.open({ reducedMotion: 'reduce' })
    await cutResponses(demo.page, CUT)
    await configure(demo, { baseUrl: endpoint.url })
  })
  afterAll(async () => {
    await app?.close()
    await endpoint?.stop()
  })

  test('the chunks of these files end inside letters and inside line ends', () => {
    const cutAt = (sign: RegExp): number =>
      files.filter((file) => file.endsWith('.sse')).flatMap((file) => [...signsOf(file, sign)]).length
    expect(cutAt(/[^\s -~]/u)).toBeGreaterThan(0)
    expect(cutAt(/\r\n/)).toBeGreaterThan(0)
  })

  test.each(files)('%s: the page and the command line say what the file says', async (file) => {
    const bytes = bytesOf(file)
    const slow = readSlowly(file, new TextDecoder().decode(bytes))
    const printed = antiphonHere('read', join(folder!, file))

    await pickModel(demo.page, file)
    // A thread of its own: with all the answers before it, each would take longer to ask for and to show than the last.
    const turns = demo.page.locator('[data-slot="turn"]')
    await demo.page.getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(() => turns.count()).toBe(0)
    await demo.ask(`Play ${file}`)
    await turns.nth(1).waitFor()
    await demo.settle()
    const shown = await readAnswer(demo.answer)

    expectShown(file, slow, shown)
    const completion = JSON.parse(await printed) as Completion
    expect(completion).toEqual(JSON.parse(JSON.stringify(await collectCompletion(bytes))))
    expectPrinted(slow, completion)
    expect(demo.problems.splice(0)).toEqual([])
  })
})

/** Signs of more than one byte that a border between two chunks cuts through. */
function* signsOf(file: string, sign: RegExp): Generator<number> {
  const text = new TextDecoder().decode(bytesOf(file))
  let offset = 0
  for (const match of text.matchAll(new RegExp(sign, `g${sign.flags}`))) {
    offset = Buffer.byteLength(text.slice(0, match.index))
    const last = offset + Buffer.byteLength(match[0]) - 1
    if (Math.floor(offset / CUT) !== Math.floor(last / CUT)) yield offset
  }
}

const noAnswer: OracleAnswer = { content: '', reasoning: '', refusal: '', calls: [], finish: undefined }

function expectShown(file: string, slow: OracleResult, shown: ShownAnswer): void {
  const answer = slow.choices[0] ?? noAnswer
  const ending = endingOf(answer, slow.error !== undefined)
  const looped = ending === 'tools'

  const responses = looped ? shown.steps.slice(0, -1) : shown.steps
  expect(responses.length).toBe(looped ? ROUNDS : 1)
  for (const step of responses) expectStep(answer, step, looped)

  const expected = noticeOf(file, ending, slow.error)
  expect(shown.notices.map(({ kind, title }) => ({ kind, title }))).toEqual(expected ? [expected] : [])
  const said = shown.notices.map((notice) => squeeze(notice.all)).join()
  expect(said).toContain(squeeze(ownWords(slow.error)))
  expectUsage(file, shown, responses.length)
}

/** Returns the one notice that must be under an answer, and its title. */
function noticeOf(file: string, ending: string, error: unknown) {
  if (ending === 'stop') return undefined
  if (ending === 'tools')
    return { kind: 'tool_loop_limit', title: `Stopped after ${ROUNDS} rounds of tool calls` }
  if (error === undefined) return { kind: ending, title: finishTitles[ending] }
  const kind = captureFacts[file]?.error ?? 'provider'
  return { kind, title: expect.stringMatching(errorTitles[kind] ?? /^no words/) as string }
}

function expectStep(answer: OracleAnswer, step: ShownStep, ran: boolean): void {
  expect(lettersOf(step.text)).toBe(lettersOf(withoutMarks(answer.content + answer.refusal)))
  expect(squeeze(step.reasoning.join(' '))).toBe(squeeze(answer.reasoning))
  expect(step.calls.map(({ name, arguments: args }) => ({ name, arguments: args }))).toEqual(
    answer.calls.map((call) => ({
      name: call.name,
      arguments: /^\s*(?:\{\s*\})?\s*$/.test(call.arguments) ? undefined : call.arguments,
    })),
  )
  for (const call of step.calls) {
    expect(call.results.map(squeeze)).toEqual(
      ran ? [expect.stringContaining(`Tool "${call.name}" not found.`)] : [],
    )
    expect(call.state).toBe(ran ? 'error' : 'unanswered')
  }
}

/** The figures of every request, added up; those of the file are checked by hand in `capture-facts`. */
function expectUsage(file: string, { usage }: ShownAnswer, requests: number): void {
  const figure = (count: number): string => new Intl.NumberFormat('en').format(count * requests)
  const [input, output, total] = captureFacts[file]?.usage ?? []
  if (input === undefined || output === undefined || total === undefined) {
    expect(usage['Input tokens']).toBeUndefined()
    return
  }
  expect(usage).toMatchObject({
    'Input tokens': figure(input),
    'Output tokens': figure(output),
    'Total tokens': figure(total),
    Source: 'Reported by the server',
    ...(requests > 1 ? { Requests: String(requests) } : {}),
  })
}

function expectPrinted(slow: OracleResult, { message, outcome, error }: Completion): void {
  const answer = slow.choices[0] ?? noAnswer
  expect({
    content: message.content,
    reasoning: message.reasoning ?? '',
    refusal: message.refusal ?? '',
    calls: (message.tool_calls ?? []).map(({ function: fn }) => fn),
    usage: message.usage?.raw,
    outcome,
    hasError: error !== undefined,
  }).toEqual({
    content: answer.content,
    reasoning: answer.reasoning,
    refusal: answer.refusal,
    calls: answer.calls.map(({ name, arguments: args }) => ({ name, arguments: args })),
    usage: slow.usage,
    outcome: slow.error ? 'error' : answer.finish ? 'complete' : 'incomplete',
    hasError: slow.error !== undefined,
  })
}

/** The sentence of the server inside its error; nothing when there was none. */
function ownWords(error: unknown): string {
  if (error === undefined) return ''
  return typeof error === 'string' ? error : (error as { message: string }).message
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The browser draws the numbers of an ordered list; they are not text of the page. */
const withoutMarks = (markdown: string): string => markdown.replace(/^\s*\d+\.\s/gm, '')

/** The text without white space and without every sign that can be a mark of markdown, on either side. */
const lettersOf = (text: string): string => text.replace(/[\s*_`#>~|-]/g, '')
