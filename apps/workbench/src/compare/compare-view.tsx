import type { ChatController, StoredMessage } from '@antiphon/core'
import { ChatProvider, useChat } from '@antiphon/react'
import { AntiphonRoot, Button, Transcript, UserMessageView } from '@antiphon/ui'
import { readVersions, threadCost, type PriceTable } from '@antiphon/shell'
import { useId, useSyncExternalStore, type ReactNode } from 'react'
import { formatMoney, figure, locale } from 'app-parts'
import type { Comparison, Side } from './create-comparison.js'
import { betterOf, type Figures } from './figures.js'
import { englishCompare as text } from '../words/english-compare.js'
import './compare.css'

const seconds = (ms: number): string =>
  (ms / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export interface CompareViewProps {
  comparison: Comparison
  keep: (side: Side) => void
  prices: PriceTable
}

interface ColumnData {
  key: string
  name: string
  figures: Figures
  isRunning: boolean
  transcript: ReactNode
  onStop?: () => void
  onKeep: () => void
}

/** The question on top, both answers beside each other in one scroll; on a narrow screen below each other. */
export function CompareView({ comparison, keep, prices }: CompareViewProps) {
  const { sides, question } = comparison
  const { chat: main } = useChat()
  useMessagesOf(sides.map(({ chat }) => chat))
  const columns = sides.map((side): ColumnData => {
    const isRunning = ['submitted', 'streaming'].includes(side.chat.getState().status)
    return {
      key: side.model,
      name: side.model,
      figures: isRunning ? {} : figuresOf(side.chat, answersAfter(side.chat, question), prices),
      isRunning,
      transcript: (
        <ChatProvider chat={side.chat}>
          <Transcript showSystem aria-label={text.conversationWith(side.model)} />
        </ChatProvider>
      ),
      onStop: () => side.chat.stop(),
      onKeep: () => keep(side),
    }
  })
  const asked = main.store.getMessage(question)
  const better = betterOf(columns.map(({ figures }) => figures))
  return (
    <div
      className="compare min-h-0 flex-1 overflow-y-auto"
      role="group"
      aria-label={text.answers}
      tabIndex={0}
    >
      {asked?.role === 'user' && (
        <AntiphonRoot className="mx-auto max-w-[calc(var(--antiphon-column)+40px)] px-5 pt-1 pb-5">
          <UserMessageView message={asked} />
        </AntiphonRoot>
      )}
      <div className="grid border-t border-line min-[720px]:grid-cols-2">
        {columns.map((column, at) => (
          <Column key={`${at} ${column.key}`} column={column} better={better[at]!} />
        ))}
      </div>
    </div>
  )
}

function Column({ column, better }: { column: ColumnData; better: ReadonlySet<keyof Figures> }) {
  const { name, figures, isRunning, transcript, onStop, onKeep } = column
  const id = useId()
  const said: [keyof Figures, string][] = []
  if (figures.durationMs !== undefined) said.push(['durationMs', text.seconds(seconds(figures.durationMs))])
  if (figures.outputTokens !== undefined)
    said.push(['outputTokens', text.tokens(figure(figures.outputTokens))])
  if (figures.cost) said.push(['cost', formatMoney(figures.cost.amount, figures.cost.currency)])
  return (
    <section
      aria-labelledby={id}
      data-status={isRunning ? 'streaming' : 'ready'}
      className="min-w-0 border-line not-first:border-s max-[719px]:not-first:border-s-0 max-[719px]:not-first:border-t"
    >
      <div className="sticky top-0 z-10 flex min-h-[52px] items-center gap-2 border-b border-line bg-bg ps-7 pe-3 max-[719px]:ps-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1">
          <h3 id={id} className="max-w-full truncate text-[14px] font-title">
            {name}
          </h3>
          <p className="max-w-full truncate text-[13px] text-text-2 tabular-nums">
            {isRunning
              ? text.answering
              : said.map(([key, shown], at) => (
                  <span key={key}>
                    {at > 0 && ' · '}
                    <span dir="auto" className={better.has(key) ? 'font-title text-success' : undefined}>
                      {shown}
                      {better.has(key) && <span className="sr-only">{text.better}</span>}
                    </span>
                  </span>
                ))}
          </p>
        </div>
        {isRunning && onStop ? (
          <Button aria-label={text.stopModel(name)} onClick={onStop}>
            {text.stop}
          </Button>
        ) : (
          <Button aria-label={text.keepModel(name)} onClick={onKeep}>
            {text.keep}
          </Button>
        )}
      </div>
      {transcript}
    </section>
  )
}

/** Draws again with each change of these chats. */
function useMessagesOf(chats: readonly ChatController[]): void {
  useSyncExternalStore(
    (listener) => {
      const leave = chats.flatMap((chat) => [chat.subscribe(listener), chat.store.subscribeIds(listener)])
      return () => leave.forEach((stop) => stop())
    },
    () => chats.map((chat) => `${chat.getState().status} ${chat.store.getIds().length}`).join(),
  )
}

function answersAfter({ store }: ChatController, question: string): readonly StoredMessage[] {
  const messages = store.getMessages()
  return messages.slice(messages.findIndex(({ id }) => id === question) + 1)
}

function figuresOf(chat: ChatController, messages: readonly StoredMessage[], prices: PriceTable): Figures {
  const first = messages.find(({ role }) => role === 'assistant')
  const [facts] = first ? readVersions(chat.store, [first.id]) : []
  const { costs } = threadCost(messages, prices)
  return {
    durationMs: facts?.durationMs,
    outputTokens: facts?.outputTokens,
    cost: costs.length === 1 ? costs[0] : undefined,
  }
}
