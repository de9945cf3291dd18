import { sessionFacts } from '@antiphon/sessions'
import type { Viewed } from '../viewer/viewer-result.js'
import { statisticsOf } from './statistics.js'
import { duration, money, shortCount, words } from './words.js'

/** A figure of a session; undefined where its file does not have it. */
export type Figures = ReadonlyMap<string, string | undefined>

/** The figures above a session that is shown beside another, by name and in the same order for each session. */
export function figuresOf({ messages, document }: Viewed, isPartial: boolean): Figures {
  const facts = sessionFacts({ messages: [...messages], document: document! })
  const { tools, retries } = statisticsOf(messages, document?.counts)
  const { startedAt, endedAt, inputTokens, outputTokens } = facts
  const inTools = tools.reduce((sum, { ms }) => sum + ms, 0)
  const counted = (text: string): string => (isPartial ? words.atLeast(text) : text)
  const count = (value: number): string => counted(words.countOf(value))
  const hasTokens = inputTokens !== undefined || outputTokens !== undefined
  return new Map([
    [words.fact.prompts, count(facts.prompts)],
    [words.fact.calls, count(facts.calls)],
    [words.kinds.failures, count(facts.failures)],
    [words.fact.agents, facts.agents > 0 ? count(facts.agents) : undefined],
    [
      words.fact.tokens,
      hasTokens ? counted(`${shortCount(inputTokens ?? 0)}, ${shortCount(outputTokens ?? 0)}`) : undefined,
    ],
    [words.fact.cost, facts.cost && counted(money(facts.cost))],
    [
      words.lasted,
      startedAt !== undefined && endedAt! > startedAt ? duration(endedAt! - startedAt) : undefined,
    ],
    [words.timePerTool, inTools > 0 ? counted(duration(inTools)) : undefined],
    [words.retries, retries && count(retries.total)],
  ])
}

/** Names of the figures that one of both has. */
export const namesOf = (figures: readonly Figures[]): string[] => [
  ...new Set(
    figures.flatMap((own) => [...own].flatMap(([name, value]) => (value === undefined ? [] : [name]))),
  ),
]
