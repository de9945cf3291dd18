import type { ListedSession } from './source.js'
import { dateAndTime, money, shortCount, when, words } from './words.js'

export interface SessionRowProps {
  session: ListedSession
  isCurrent: boolean
  /** The one row of the list that Tab reaches. */
  isStop: boolean
  now: number
  onOpen: () => void
  onFocus: () => void
}

/** A session in the list: its title, and below it when, by which model and how much. */
export function SessionRow({ session, isCurrent, isStop, now, onOpen, onFocus }: SessionRowProps) {
  const { facts, agent, changedAt, isPartial, others } = session
  const time = facts?.endedAt ?? changedAt
  const tokens = (facts?.inputTokens ?? 0) + (facts?.outputTokens ?? 0)
  const details = [
    when(time, now),
    facts?.model ?? agent,
    ...(tokens > 0
      ? [isPartial ? words.atLeast(words.tokens(shortCount(tokens))) : words.tokens(shortCount(tokens))]
      : []),
    ...(facts?.cost && facts.cost.amount > 0 ? [money(facts.cost)] : []),
    ...(others ? [words.others(others)] : []),
  ].filter(Boolean)
  return (
    <button
      type="button"
      data-session={session.id}
      aria-current={isCurrent ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      title={dateAndTime(time)}
      className="block w-full rounded-[10px] border border-transparent px-3 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:border-line aria-[current]:bg-raised"
      onClick={onOpen}
      onFocus={onFocus}
    >
      <span dir="auto" className="block truncate text-[14px] leading-5 font-medium text-text">
        {titleOf(session) || words.untitled}
      </span>
      <span className="flex items-baseline gap-3 text-[12.5px] leading-5 text-text-2">
        <span className="min-w-0 flex-1 truncate">{details.join(' · ')}</span>
        {facts && facts.failures > 0 && (
          <span className="flex-none text-danger">{words.failures(facts.failures)}</span>
        )}
        {facts && facts.failures === 0 && facts.agents > 0 && (
          <span className="flex-none text-accent">{words.agents(facts.agents)}</span>
        )}
      </span>
    </button>
  )
}

/** Title of a session, or of its page when it was exported as one. Empty when it has neither. */
export const titleOf = ({ facts }: ListedSession): string => facts?.title || ''
