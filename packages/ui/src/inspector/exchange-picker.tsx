import type { WireExchange } from '@antiphon/core/devtools'
import { revealToString } from '../lib/reveal-text.js'
import { IconButton } from '../components/button/icon-button.js'
import { useInspectorWords, type InspectorWords } from './use-inspector-words.js'
import { outcomeInWords } from './wire-words.js'

export interface ExchangePickerProps {
  exchanges: readonly WireExchange[]
  chosen: WireExchange
  onChoose: (id: string) => void
}

/** Which answer, and which attempt at it: what failed, what was changed for the next one. */
export function ExchangePicker({ exchanges, chosen, onChoose }: ExchangePickerProps) {
  const words = useInspectorWords()
  const { inspector } = words
  const answers = groupByAnswer(exchanges)
  const at = answers.findIndex((attempts) => attempts[0]!.answerId === chosen.answerId)
  const attempts = answers[at] ?? [chosen]
  const go = (step: number): void => {
    const next = answers[at + step]
    if (next) onChoose(next.at(-1)!.id)
  }
  return (
    <div data-slot="wire-picker">
      <IconButton
        icon="previous"
        label={inspector.previousExchange}
        aria-disabled={at <= 0}
        onClick={() => go(-1)}
      />
      <select
        data-slot="wire-select"
        aria-label={inspector.exchange}
        value={attempts.at(-1)!.id}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {answers.map((list, index) => (
          <option key={list[0]!.answerId} value={list.at(-1)!.id}>
            {nameOf(list.at(-1)!, index, words)}
          </option>
        ))}
      </select>
      <IconButton
        icon="next"
        label={inspector.nextExchange}
        aria-disabled={at >= answers.length - 1}
        onClick={() => go(1)}
      />
      {attempts.length > 1 && (
        <ol role="list" data-slot="wire-attempts" aria-label={inspector.attempts}>
          {attempts.map((attempt) => (
            <li key={attempt.id}>
              <button
                type="button"
                data-slot="wire-attempt"
                aria-current={attempt.id === chosen.id}
                onClick={() => onChoose(attempt.id)}
              >
                {inspector.attempt(words.formats.number(attempt.attempt), outcomeInWords(attempt, words))}
                {attempt.recovery && <span>{recoveryInWords(attempt, words)}</span>}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** The attempts of each answer, in the order in which the answers began. */
export function groupByAnswer(exchanges: readonly WireExchange[]): WireExchange[][] {
  const groups = new Map<string, WireExchange[]>()
  for (const exchange of exchanges) {
    const group = groups.get(exchange.answerId)
    if (group) group.push(exchange)
    else groups.set(exchange.answerId, [exchange])
  }
  return [...groups.values()]
}

function nameOf(exchange: WireExchange, index: number, words: InspectorWords): string {
  const { inspector } = words
  const model = exchange.question?.model ?? exchange.reading.errorContext?.model ?? inspector.unknownModel
  return inspector.exchangeName(
    words.formats.number(index + 1),
    revealToString(model),
    outcomeInWords(exchange, words),
  )
}

function recoveryInWords({ recovery }: WireExchange, { inspector, formats }: InspectorWords): string {
  if (recovery?.healed) return inspector.healed(revealToString(recovery.healed.field), recovery.healed.change)
  return inspector.retried(formats.duration(recovery?.delayMs ?? 0))
}
