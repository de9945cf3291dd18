import type { PairedCall, ToolMessage } from '@antiphon/core'
import { resultText, firstErrorLine, reasonOf } from '../components/tool-call/call-result-text.js'
import { countOrder, needsAttention, worstState } from '../components/tool-call/call-state-icons.js'
import { pickPeek, isRecord, isScalar, readJson, scalarText, jsonText } from '../lib/json.js'
import type { ExportWords } from './export-words.js'
import { el, escape, join, own, revealed, type Html } from './html.js'
import { shapes, type ExportIcon } from './icons.js'
import { partHtml } from './part-html.js'
import { rowHtml } from './row.js'

/** Calls of one message: one as a row, several in a group with their counts. */
export function callsHtml(calls: readonly PairedCall[], words: ExportWords): Html {
  const [only, more] = calls
  if (only && !more) return callHtml(only, words)
  const states = calls.map(({ state }) => state)
  const { group } = words.strings
  const number = (value: number): string => words.formats.number(value)
  const counts = countOrder
    .filter((state) => states.includes(state))
    .map((state) =>
      el(
        'span',
        { class: state === 'error' && 'failed' },
        escape(group.counts[state](number(states.filter((one) => one === state).length))),
      ),
    )
  const plain = states.every((state) => state === 'done')
  const times = calls.flatMap(({ result }) => result?.timing?.durationMs ?? [])
  return rowHtml({
    icon: 'group',
    state: worstState(states),
    title: join([
      el('b', {}, escape(group.parallel(number(calls.length)))),
      !plain && el('span', { class: 'peek' }, own(counts.join(', '))),
    ]),
    figures: times.length > 0 ? words.formats.duration(Math.max(...times)) : undefined,
    open: states.some(needsAttention),
    body: el(
      'div',
      { class: 'list' },
      calls.map((call) => callHtml(call, words)),
    ),
  })
}

/** One call: the row says what ran, with what, how it went and how long; arguments and result open in place. */
export function callHtml({ call, result, state }: PairedCall, words: ExportWords): Html {
  const { strings, formats } = words
  const { name, arguments: raw } = call.function
  const args = readJson(raw)
  const reason = state === 'denied' ? reasonOf(result) : undefined
  const peek = reason === undefined ? peekHtml(args, raw) : revealed(reason)
  const ms = result?.timing?.durationMs
  const line = join([
    el('code', { class: 'name' }, revealed(name || strings.call.unnamed)),
    peek !== '' && el('span', { class: 'peek' }, peek),
    state !== 'done' && el('span', { class: 'verdict' }, escape(` ${strings.call.state[state]}`)),
  ])
  const row = rowHtml({
    icon: state in shapes ? (state as ExportIcon) : 'unanswered',
    word: strings.call.state[state],
    state,
    title: line,
    figures: ms === undefined ? undefined : formats.duration(ms),
    open: state === 'error' || state === 'cut-off',
    body: el(
      'div',
      { class: 'call' },
      argumentsHtml(raw, args, words),
      result && resultHtml(result, state, words),
    ),
  })
  return state === 'error'
    ? join([row, el('p', { class: 'error-line' }, revealed(firstErrorLine(result)))])
    : row
}

function peekHtml(args: ReturnType<typeof readJson>, raw: string): Html {
  if (!args.ok) return el('code', {}, revealed(raw.slice(0, 160)))
  return join(
    pickPeek(args.value).map(({ key, value }) =>
      join([revealed(`${key} `), el('code', {}, revealed(value)), own(' ')]),
    ),
  )
}

/** A flat object as names and values; anything else as the text that the model wrote. */
function argumentsHtml(
  raw: string,
  args: ReturnType<typeof readJson>,
  { strings }: ExportWords,
): Html | undefined {
  if (raw.trim() === '' || (args.ok && isRecord(args.value) && Object.keys(args.value).length === 0))
    return el('p', { class: 'none' }, escape(strings.call.noArguments))
  const entries = args.ok && args.exact && isRecord(args.value) ? Object.entries(args.value) : undefined
  if (!entries?.every(([, value]) => isScalar(value))) {
    const text = args.ok && args.exact ? jsonText(args.value, 2) : raw
    const said = !args.ok ? strings.call.notJson : args.deep ? strings.call.deep : undefined
    const note = said !== undefined && el('p', { class: 'none' }, escape(said))
    return join([note, pre(text, strings.call.argumentsOf(''))])
  }
  const rows = entries.map(([key, value]) =>
    join([
      el('dt', {}, revealed(key)),
      el('dd', {}, revealed(scalarText(value as string | number | boolean | null))),
    ]),
  )
  return el('dl', {}, rows)
}

function resultHtml(result: ToolMessage, state: PairedCall['state'], words: ExportWords): Html {
  const { strings } = words
  const parts = Array.isArray(result.content) ? result.content.filter((part) => part?.type !== 'text') : []
  const text = resultText(result)
  const shown = text === '' && parts.length === 0 ? strings.call.returnedNothing : pretty(text)
  return el(
    'div',
    { class: state === 'error' ? 'result failed' : 'result' },
    shown !== '' && pre(shown, strings.call.resultOf('')),
    parts.map((part) => partHtml(part, words, words.image)),
  )
}

/** JSON on one line is set out, as long as no number in it would change. */
function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text) || text.length > 100_000) return text
  const json = readJson(text)
  return json.ok && json.exact ? jsonText(json.value, 2) : text
}

function pre(text: string, label: string): Html {
  return el('pre', { tabindex: 0, role: 'group', 'aria-label': label.trim() }, revealed(text))
}
