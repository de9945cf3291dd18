import type { Message } from '@antiphon/core'
import { sessionFacts } from '@antiphon/sessions'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import type { Viewed } from '../viewer/viewer-result.js'
import { dateAndTime, duration, money, shortCount, words } from './words.js'
import { PanelSection } from '../viewer/panel-section.js'

export interface FactsPanelProps {
  messages: readonly Message[]
  viewed: Viewed
  agent: string
  name: string
  /** Not all of the file is shown, so the figures are the least it can be. */
  isPartial: boolean
}

/** Facts about a session at a glance, counted in the messages that are shown. */
export function FactsPanel({ messages: shown, viewed, agent, name, isPartial }: FactsPanelProps) {
  const messages = useDeferredValue(shown)
  const facts = useMemo(
    () => sessionFacts({ ...viewed, messages: [...messages], document: viewed.document! }),
    [viewed, messages],
  )
  const { startedAt, endedAt, inputTokens, outputTokens } = facts
  const counted = (text: string): string => (isPartial ? words.atLeast(text) : text)
  const calls = counted(words.countOf(facts.calls))
  const rows: [label: string, value: ReactNode][] = [
    [words.fact.agent, agent],
    [words.fact.model, facts.model],
    [words.fact.project, facts.project],
    [
      words.fact.time,
      startedAt !== undefined &&
        `${dateAndTime(startedAt)}${endedAt! > startedAt ? `, ${duration(endedAt! - startedAt)}` : ''}`,
    ],
    [words.fact.prompts, counted(words.countOf(facts.prompts))],
    [
      words.fact.calls,
      facts.failures > 0 ? (
        <>
          {calls}, <span className="text-danger">{words.failures(facts.failures)}</span>
        </>
      ) : (
        calls
      ),
    ],
    [words.fact.agents, facts.agents > 0 && counted(words.countOf(facts.agents))],
    [
      words.fact.tokens,
      (inputTokens ?? outputTokens) !== undefined &&
        counted(`${shortCount(inputTokens ?? 0)}, ${shortCount(outputTokens ?? 0)}`),
    ],
    [words.fact.cost, facts.cost && counted(money(facts.cost))],
    [words.fact.file, name],
  ]
  return (
    <PanelSection title={words.facts}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[13px] leading-5">
        {rows
          .filter(([, value]) => value !== undefined && value !== false && value !== '')
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-text-2">{label}</dt>
              <dd dir="auto" className="text-end break-words">
                {value}
              </dd>
            </div>
          ))}
      </dl>
    </PanelSection>
  )
}
