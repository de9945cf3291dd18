'use client'

import { type AssistantMessage, messageParts } from '@antiphon/core'
import { rowsOfPlace } from '../wire-places.js'
import type { Timeline, WireRow } from '../types.js'
import { JsonTree, LongText } from '@antiphon/ui/parts'
import { prettyJson } from '@antiphon/ui/functions'
import { type IconName, Icon, RevealedText } from '@antiphon/ui'
import { channelText } from './channel-text.js'
import { isRecord } from '@antiphon/base'
import { Repairs } from './findings.js'
import { sourceOffset, type PickedPart } from './highlight-source.js'
import { JsonLine } from './json-line.js'
import type { StreamLine } from './stream-lines.js'
import { useInspectorWords, feedInWords, type InspectorWords, secondsOf } from './words.js'

/** The row that a part of an answer came in, the very one where it is known how far into the text; -1 for none. */
export function rowOfPicked(timeline: Timeline, message: AssistantMessage, picked: PickedPart): number {
  const part = messageParts(message).find(({ key }) => key === picked.partKey)
  if (!part) return -1
  const { partKey, callIndex, place } = picked
  const whole = { partKey, type: part.type, ...(callIndex !== undefined && { callIndex }) }
  const start = place && 'text' in part ? sourceOffset(part.text, place) : undefined
  const exact = start === undefined ? [] : rowsOfPlace(timeline, message, { ...whole, start })
  return exact[0] ?? rowsOfPlace(timeline, message, whole)[0] ?? -1
}

const PEEK_BYTES = 2_000
const PEEK = 240

/** A row in one line: the new content of a chunk, or the beginning of anything else as it came. */
function rowPeek({ exchange }: Timeline, { start, end, kind }: WireRow): string {
  const text = decode(exchange.body.slice(start, Math.min(end, start + PEEK_BYTES))).trim()
  if (kind === 'unparsed') return oneLine(text)
  const value = kind === 'data' ? rowValues(text)?.[0] : undefined
  const news = value === undefined ? undefined : newsOf(value)
  return oneLine(news ?? text.replace(/^data: ?/, ''))
}

function oneLine(text: string): string {
  return text.slice(0, PEEK).replaceAll(/\s+/g, ' ')
}

/** Nearly all of a chunk is the same in every one: the id, the model, the time. */
function newsOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const { choices, usage, error } = value
  const news: Record<string, unknown> = {}
  const [choice, ...others] = Array.isArray(choices) ? choices : []
  if (isRecord(choice)) {
    for (const key of ['delta', 'message', 'text', 'finish_reason']) if (choice[key]) news[key] = choice[key]
  }
  if (others.length > 0) news['choices'] = others
  if (usage) news['usage'] = usage
  if (error) news['error'] = error
  const [[key, only] = [], ...more] = Object.entries(news)
  if (key === undefined) return undefined
  return prettyJson(more.length === 0 && key === 'delta' ? callOf(only) : news)
}

/** The call of a delta with nothing but one call; otherwise the delta. */
function callOf(delta: unknown): unknown {
  const calls = isRecord(delta) && Object.keys(delta).length === 1 ? delta['tool_calls'] : undefined
  return Array.isArray(calls) && calls.length === 1 ? calls[0] : delta
}

/** The whole row as it came. */
export function rowText({ exchange }: Timeline, { start, end }: WireRow): string {
  return decode(exchange.body.slice(start, end))
}

/** The JSON values of a row; undefined when there are none. */
function rowValues(text: string): unknown[] | undefined {
  const payload = text
    .split(/\r\n|\r|\n/)
    .filter((line) => !/^(?:event|id|retry|:)/.test(line))
    .map((line) => line.replace(/^(?:data|error): ?/, ''))
    .join('\n')
  try {
    return [JSON.parse(payload)]
  } catch {
    return undefined
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

export interface RowDetailProps {
  timeline: Timeline
  index: number
  callNames: readonly string[]
}

/** Everything about one row: its place, the parts it fed, its oddities, its value. */
export function RowDetail({ timeline, index, callNames }: RowDetailProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const { number } = words.formats
  const row = timeline.rows[index]
  if (!row) return <p data-slot="wire-hint">{inspector.chooseRow}</p>
  const text = rowText(timeline, row)
  const values = row.kind === 'data' || row.kind === 'unparsed' ? rowValues(text) : undefined
  const mark = rowMark(row)
  const fed = [...new Set(row.feeds.map((feed) => feedInWords(feed, callNames, words)))]
  return (
    <div data-slot="wire-detail">
      <p data-slot="wire-facts">
        <b>{inspector.row(number(index + 1), number(timeline.rows.length))}</b>
        {', '}
        {inspector.rowPlace(number(row.start), number(row.end))}
        {mark && <span data-slot="wire-flag" data-mark={mark}>{` ${markInWords(mark, words)}`}</span>}
      </p>
      <p data-slot="wire-facts">
        {fed.length > 0 ? `${inspector.fed}: ${fed.join(', ')}` : inspector.fedNothing}
      </p>
      {row.repairs.length > 0 && <Repairs title={inspector.repairs} repairs={row.repairs} />}
      {values && <JsonTree value={values[0]} label={inspector.value} />}
      <LongText text={text} label={inspector.raw} name="row" exact />
    </div>
  )
}

/** The worst oddity of a row. */
export function rowMark({
  kind,
  isError,
  isCut,
  repairs,
}: WireRow): 'unparsed' | 'error' | 'cut' | 'repaired' | undefined {
  if (kind === 'unparsed') return 'unparsed'
  if (isError) return 'error'
  if (isCut) return 'cut'
  return repairs.length > 0 ? 'repaired' : undefined
}

const icons: Record<NonNullable<ReturnType<typeof rowMark>>, IconName> = {
  unparsed: 'alert',
  error: 'error',
  cut: 'cut-off',
  repaired: 'repaired',
}

export interface StreamRowProps {
  line: StreamLine
  timeline: Timeline
  /** The finished answer, whose words a head shows. */
  answer: AssistantMessage
  callNames: readonly string[]
  isTimed: boolean
}

/** One line: when it came, what it holds, what it fed; of a head what its rows fed, and how many they are. */
export function StreamRow({ line, timeline, answer, callNames, isTimed }: StreamRowProps) {
  const words = useInspectorWords()
  const { group, level } = line
  const row = timeline.rows[line.row]
  if (!row) return null
  const first = (group && timeline.rows[group.first]) ?? row
  const mark = group ? undefined : rowMark(row)
  const label = mark
    ? markInWords(mark, words)
    : quietKinds.has(row.kind)
      ? words.inspector.kind[row.kind]
      : undefined
  const fed = [...new Set(row.feeds.map((feed) => feedInWords(feed, callNames, words)))]
  const peek = group ? undefined : rowPeek(timeline, row)
  return (
    <>
      <span data-slot="wire-time">
        {isTimed ? secondsOf(first.at, words.formats.locale) : words.formats.number(first.start)}
      </span>{' '}
      <span data-slot="wire-mark">
        {group ? (
          <Icon name={group.isOpen ? 'chevron-down' : 'chevron'} className="ap:rtl:-scale-x-100" />
        ) : (
          mark && <Icon name={icons[mark]} />
        )}
      </span>
      {group ? (
        <>
          <span data-slot="wire-kind">{fed.join(', ')} </span>
          <code data-slot="wire-peek" dir="auto">
            <RevealedText text={wordsOf(answer, timeline.rows, group)} />
          </code>{' '}
          <span data-slot="wire-fed">
            {words.inspector.times(words.formats.number(group.last - group.first + 1))}
          </span>
        </>
      ) : (
        <>
          {label && <span data-slot="wire-kind">{label} </span>}
          <code data-slot="wire-peek" dir="ltr">
            {row.event && <b>{row.event} </b>}
            {row.kind === 'data' ? <JsonLine text={peek!} /> : <RevealedText text={peek!} />}
          </code>{' '}
          {level === 1 && fed.length > 0 && <span data-slot="wire-fed">{fed.join(', ')}</span>}
        </>
      )}
    </>
  )
}

/** The text that the rows of a group added to the answer, in one line. */
function wordsOf(
  answer: AssistantMessage,
  rows: readonly WireRow[],
  { first, last }: NonNullable<StreamLine['group']>,
): string {
  const [feed] = rows[first]!.feeds
  const end = rows[last]!.feeds.at(-1)
  if (!feed || !end || feed.part === 'usage' || feed.choice !== 0) return ''
  if (feed.part === 'tool_call') {
    const text: string = answer.tool_calls?.[feed.callIndex]?.function.arguments ?? ''
    return oneLine(text)
  }
  if (!('end' in end)) return ''
  return oneLine(channelText(answer, feed.part).slice(feed.start, Math.min(end.end, feed.start + PEEK)))
}

const quietKinds = new Set<WireRow['kind']>(['done', 'comment', 'ignored'])

function markInWords(mark: NonNullable<ReturnType<typeof rowMark>>, { inspector }: InspectorWords): string {
  if (mark === 'unparsed') return inspector.kind.unparsed
  return mark === 'cut' ? inspector.cutRow : inspector[mark]
}
