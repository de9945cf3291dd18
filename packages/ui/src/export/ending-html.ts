import { describeEnding, type AssistantMessage, type Step } from '@antiphon/core'
import { errorDetail, errorTitle } from '../components/error-card/error-words.js'
import { revealToString } from '../lib/reveal-text.js'
import type { ExportWords } from './export-words.js'
import { el, escape, join, revealed, type Html } from './html.js'
import { icon, type ExportIcon } from './icons.js'

type Kind = ReturnType<typeof describeEnding>['kind']

const LOOKS: Partial<Record<Kind, [tone: string, icon: ExportIcon]>> = {
  'length-text': ['warn', 'cut-off'],
  'length-thinking': ['warn', 'cut-off'],
  'length-call': ['warn', 'cut-off'],
  'filter-empty': ['neutral', 'filtered'],
  'filter-midway': ['warn', 'filtered'],
  refusal: ['neutral', 'declined'],
  unanswered: ['info', 'unanswered'],
  incomplete: ['danger', 'incomplete'],
  cancelled: ['neutral', 'cancelled'],
  other: ['neutral', 'other'],
  error: ['danger', 'alert'],
}

/** How a step ended, for every ending but a plain one. */
export function endingHtml(step: Step, words: ExportWords): Html | undefined {
  const { assistant } = step
  const ending = describeEnding(step)
  const looks = LOOKS[ending.kind]
  if (!assistant || !looks) return undefined
  const [title, detail] =
    ending.kind === 'error' ? errorText(assistant, words) : plainText(ending, assistant, words)
  return el(
    'div',
    { class: `ending ${looks[0]}`, role: 'note' },
    icon(looks[1]),
    el('div', {}, el('b', {}, revealed(title)), detail !== '' && el('p', {}, revealed(detail))),
  )
}

function errorText({ error, content }: AssistantMessage, words: ExportWords): [string, string] {
  const known = error ?? { kind: 'provider' as const, message: '' }
  const detail = errorDetail(known, words, content !== '').filter((line) => line !== '.')
  return [errorTitle(known, words).replaceAll('`', ''), detail.join(' ')]
}

function plainText(
  { kind, raw, callName, unanswered = 0, total }: ReturnType<typeof describeEnding>,
  { usage, maxOutputTokens }: AssistantMessage,
  { strings: { finish }, formats }: ExportWords,
): [string, string] {
  const number = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : formats.number(value)
  switch (kind) {
    case 'length-text':
      return [finish[kind].title, finish[kind].detail(number(usage?.outputTokens), number(maxOutputTokens))]
    case 'length-call':
      return [
        finish[kind].title,
        callName ? finish[kind].detail(revealToString(callName)) : finish[kind].unnamed,
      ]
    case 'filter-empty':
      return [finish[kind].title, finish[kind].detail()]
    case 'unanswered':
      return [
        finish[kind].title,
        finish[kind].detail(formats.number(unanswered), formats.number(total ?? unanswered), unanswered),
      ]
    case 'other':
      return [finish.other.title(raw ?? '?').replaceAll('`', ''), finish.other.detail]
    case 'refusal':
    case 'cancelled':
      return [finish[kind].title, '']
    case 'length-thinking':
    case 'filter-midway':
    case 'incomplete':
      return [finish[kind].title, finish[kind].detail]
    default:
      return ['', '']
  }
}

/** Model, tokens and time of an answer, as in the footer of a turn. */
export function figuresHtml(figures: readonly (string | undefined)[]): Html | undefined {
  const shown = figures.filter((figure) => figure !== undefined)
  return shown.length === 0 ? undefined : el('footer', {}, join([escape(shown.join(' · '))]))
}
