import { pairToolCalls, type ChatController } from '@antiphon/core'
import { TOOL_OUTCOME_KEY } from '@antiphon/core/message'
import type { RunData, RunDecision } from './types.js'

/** A key of a waiting call begins with the key of the call. */
export const callKeyOf = (key: string): string => key.slice(0, key.lastIndexOf('#'))

const INTERRUPTED =
  'The page that ran this call was closed or reloaded, or the user stopped. It is not known whether it took effect; it was not run again.'

type PageResult = Extract<RunDecision, { result: unknown }>

/** The result of a call that a page had begun and nobody ends. In the words of the kernel, by which a transcript tells it. */
export const interruptedCall = (key: string): PageResult => ({
  key,
  result: { content: INTERRUPTED, isError: true },
  // Not `cancelled`: the person did not stop it, and may go on.
  kept: { metadata: { [TOOL_OUTCOME_KEY]: 'failed', 'antiphon.failure': 'interrupted' } },
})

/** Adds the result of a call that a page ran, as that page made it. Changes nothing where the call has one. */
export async function putResult(chat: ChatController, { key, result, kept }: PageResult): Promise<void> {
  const { store } = chat
  const callKey = callKeyOf(key)
  // The chat makes the message of the value. The rest of the result is added before anybody stores or sends it.
  const unsubscribe = store.subscribeIds(() => {
    const id = pairToolCalls(store.getMessages()).calls.find((call) => call.key === callKey)?.result?.id
    const message = id === undefined ? undefined : store.getMessage(id)
    if (id === undefined || message?.role !== 'tool') return
    unsubscribe()
    const metadata = { ...kept?.metadata, ...message.metadata }
    store.write(id, { ...message, ...kept, ...(Object.keys(metadata).length > 0 && { metadata }) })
    store.flush()
  })
  await chat.addToolResult(callKey, result).finally(unsubscribe)
}

/**
 * Answers the calls that pages have answered or begun, where a run ends without going on: a later run would have them run once more. The
 * chat does not go on.
 */
export async function settlePageCalls(
  chat: ChatController,
  { begun = {}, decisions = [] }: RunData,
): Promise<void> {
  const results = decisions.flatMap((said) => ('result' in said ? [said] : []))
  const all = [...results, ...Object.keys(begun).map(interruptedCall)].map((result) =>
    putResult(chat, result),
  )
  chat.stop()
  await Promise.all(all)
}
