import type { Chat, Finding } from '@antiphon/core'
import { toCurl, type WireExchange } from '@antiphon/core/devtools'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { JsonTree } from '../components/json-tree/json-tree.js'
import { useInspectorWords } from './use-inspector-words.js'
import { applyToChat, fixed } from './apply-fix.js'
import { CopyTextButton } from './copy-text-button.js'
import { Findings, useFindings } from './findings.js'
import { FoldedDiff } from './folded-diff.js'
import { HeaderList } from './header-list.js'
import { Repairs } from './repairs.js'
import { jsonText } from '../lib/json-text.js'

export interface RequestPaneProps {
  exchange: WireExchange
  /** Lint then speaks of its thread as it is now, and fixes it. */
  chat?: Chat
}

const never = (): (() => void) => () => {}
const none: readonly unknown[] = []

/** What was asked: the request as it left, what of it differs from what is stored, and what is wrong with it. */
export function RequestPane({ exchange, chat }: RequestPaneProps) {
  const { inspector } = useInspectorWords()
  const { sent, question, adjustments = [], reading } = exchange
  const body = useMemo(() => parse(sent?.body), [sent])
  const sentMessages = messagesOf(body)
  const stored = useSyncExternalStore(
    chat?.store.subscribe ?? never,
    () => chat?.store.getMessages() ?? question?.messages ?? sentMessages ?? none,
    () => question?.messages ?? sentMessages ?? none,
  )
  const isBusy = useSyncExternalStore(
    chat?.subscribe ?? never,
    () => chat !== undefined && /^(?:submitted|streaming)$/.test(chat.getState().status),
    () => false,
  )
  const profile = reading.origin?.request?.profile ?? reading.origin?.provider
  const findings = useFindings(stored, profile, question?.model)
  const [note, setNote] = useState<string>()
  const fix = (chosen: readonly Finding[]): void => {
    applyToChat(chat!, fixed(stored, chosen))
    setNote(inspector.fixed)
  }
  return (
    <div data-slot="wire-scroll">
      <Findings
        findings={findings}
        onFix={chat && fix}
        blocked={isBusy ? inspector.busy : undefined}
        note={note}
      />
      {sent ? (
        <>
          <section>
            <h3 data-slot="wire-heading">
              {inspector.address}
              <CopyTextButton label={inspector.copyCurl} getText={() => toCurl(sent)} />
            </h3>
            <p data-slot="wire-address">
              <b>{sent.method}</b> <code>{sent.url}</code>
            </p>
            <HeaderList headers={sent.headers} />
          </section>
          <section>
            <h3 data-slot="wire-heading">{inspector.adjustments}</h3>
            {adjustments.length > 0 ? (
              <Repairs repairs={adjustments} />
            ) : (
              <p data-slot="wire-hint">{inspector.noAdjustments}</p>
            )}
          </section>
          {question && sentMessages && (
            <section>
              <h3 data-slot="wire-heading">{inspector.comparison}</h3>
              <p data-slot="wire-legend">
                <del>− {inspector.stored}</del> <ins>+ {inspector.sent}</ins>
              </p>
              <FoldedDiff
                before={asText(question.messages)}
                after={asText(sentMessages)}
                label={inspector.comparison}
              />
            </section>
          )}
          <section>
            <h3 data-slot="wire-heading">{inspector.bodySent}</h3>
            <JsonTree value={body ?? sent.body} label={inspector.bodySent} />
          </section>
        </>
      ) : (
        <p data-slot="wire-hint">{inspector.noRequest}</p>
      )}
    </div>
  )
}

/** Without the commas at the ends of lines: whether one stands there says nothing about its line. */
function asText(messages: readonly unknown[]): string {
  return messages.map((message) => jsonText(message, 2).replace(/,$/gm, '')).join('\n')
}

function messagesOf(body: unknown): readonly unknown[] | undefined {
  const messages: unknown = (body as { messages?: unknown } | undefined)?.messages
  return Array.isArray(messages) ? messages : undefined
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
