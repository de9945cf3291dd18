import type { Timeline, WireRow } from '@antiphon/core/devtools'
import { Icon } from '../icons/icon.js'
import type { IconName } from '../icons/icon-shapes.js'
import { RevealedText } from '../lib/revealed-text.js'
import { useInspectorWords, type InspectorWords } from './use-inspector-words.js'
import { rowPeek } from './row-text.js'
import { feedInWords, secondsOf } from './wire-words.js'

/** What is odd about a row, the worst first. */
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
  row: WireRow
  timeline: Timeline
  callNames: readonly string[]
  isTimed: boolean
}

/** One line: when it came, what it holds, what it fed. */
export function StreamRow({ row, timeline, callNames, isTimed }: StreamRowProps) {
  const words = useInspectorWords()
  const mark = rowMark(row)
  const label = mark
    ? markInWords(mark, words)
    : quietKinds.has(row.kind)
      ? words.inspector.kind[row.kind]
      : undefined
  const fed = [...new Set(row.feeds.map((feed) => feedInWords(feed, callNames, words)))]
  return (
    <>
      <span data-slot="wire-mark">{mark && <Icon name={icons[mark]} />}</span>
      <span data-slot="wire-time">
        {isTimed ? secondsOf(row.at, words.formats.locale) : words.formats.number(row.start)}
      </span>{' '}
      {label && <span data-slot="wire-kind">{label} </span>}
      <code data-slot="wire-peek" dir="ltr">
        {row.event && <b>{row.event} </b>}
        <RevealedText text={rowPeek(timeline, row)} />
      </code>{' '}
      {fed.length > 0 && <span data-slot="wire-fed">{fed.join(', ')}</span>}
    </>
  )
}

const quietKinds = new Set<WireRow['kind']>(['done', 'comment', 'ignored'])

export function markInWords(
  mark: NonNullable<ReturnType<typeof rowMark>>,
  { inspector }: InspectorWords,
): string {
  if (mark === 'unparsed') return inspector.kind.unparsed
  return mark === 'cut' ? inspector.cutRow : inspector[mark]
}
