import { lintTranscript } from '@antiphon/lint'
import { type Message } from '@antiphon/core'
import { prepareRequestMessages } from '@antiphon/core/request'
import type { ChatRecord } from './page.js'
import { checkContent, textOf } from './content.js'
import { settingsOf } from './settings.js'
import { checkEnded } from './stop-when.js'
import { ancestors } from './tree-rules.js'
import type { Exchange } from './transport.js'
import type { World } from './world.js'

/** Checks the rules for every request at the moment it leaves. */
export function checkRequest(world: World, record: ChatRecord, exchange: Exchange): void {
  const { chat, page, threadId } = record
  const where = `${page.name} ${threadId}: request ${exchange.number}`
  const { messages } = exchange.request
  const wrong = (kind: string, words: string): void => world.fault(kind, `${where} ${words}`)

  checkEnded(record, messages.at(-1)?.id, wrong)
  checkSettings(world, exchange, wrong)
  for (const { content } of messages) checkContent(world, where, content)
  record.isTurning = false
  if (!page.isAlive) wrong('dead-page-asks', 'left a page that is gone')
  if (record.isStopped) wrong('asks-after-stop', 'left after a stop, and nobody had asked for anything since')
  const others = world.exchanges.filter(
    (other) => other.isLive() && other.page === page.name && other.threadId === threadId,
  )
  if (others.some((other) => other.signal !== exchange.signal && isOfChat(world, other, record)))
    wrong('two-requests', `left while ${others.map(({ number }) => number).join(', ')} is on its way`)
  checkPath(record, messages, wrong)
  if (messages.length === 0) return wrong('empty-request', 'has no messages')
  checkLast(messages, wrong)
  const open = openCalls(messages)
  if (open.length > 0) wrong('open-call-sent', `leaves ${open.join(', ')} without a result before its end`)
  const wire = prepareRequestMessages(messages)
  const errors = lintTranscript(wire).filter(({ severity }) => severity === 'error')
  for (const { rule, path } of errors) wrong(`lint-${rule}`, `breaks ${rule} at ${path}`)
  for (const { id, content } of chat.store.getMessages())
    if (id === undefined) wrong('no-id', `a message has no id: ${textOf(content)}`)
}

function isOfChat(world: World, { threadId, page }: Exchange, record: ChatRecord): boolean {
  const all = record.page.records.filter((other) => other.threadId === threadId)
  // A thread that was closed and opened again has two chats; then the requests cannot be told apart.
  return page === record.page.name && all.length === 1
}

/** The model and the tools are those of one set of settings. */
function checkSettings(
  world: World,
  { request: { model, tools } }: Exchange,
  wrong: (kind: string, words: string) => void,
): void {
  const settings = settingsOf(world, model)
  const names = tools.map((tool) => tool.function.name).join()
  if (!settings || settings.tools.map(({ name }) => name).join() !== names)
    wrong('mixed-settings', `is for ${model}, with the tools ${names || 'of none'}`)
}

/** The answers that wait for their request, in this tab. */
function waitingOf(chat: ChatRecord['chat']): string[] {
  return chat.store
    .getTree()
    .nodes.map(({ message }) => message.id)
    .filter((id) => {
      const step = chat.getLiveStep(id)
      return step?.phase === 'waiting' && !step.elsewhere
    })
}

/** The path by parents to the answer that it is written to, as it was when the answer was added, or as it is now. */
function checkPath(
  { chat, paths }: ChatRecord,
  messages: readonly Message[],
  wrong: (kind: string, words: string) => void,
): void {
  const { store } = chat
  const waiting = waitingOf(chat)
  const live = store
    .getTree()
    .nodes.map(({ message: { id } }) => `${id} ${JSON.stringify(chat.getLiveStep(id))}`)
  if (waiting.length !== 1)
    return wrong('no-answer', `has ${waiting.length} answers that wait for it, of ${live.join(', ')}`)
  const id = waiting[0]!
  const asked = messages.map((message) => message.id ?? '')
  // The message that asks for the rest of an answer is in no thread.
  if (messages.at(-1)?.role === 'user' && asked.at(-1) === '') asked.pop()
  if (asked.at(-1) === id) asked.pop()
  const right = [ancestors(store, id), paths.get(id) ?? []]
  if (!right.some((path) => path.join() === asked.join()))
    wrong('wrong-path', `has ${asked.join(' ')}, but its answer ${id} hangs under ${right[0]!.join(' ')}`)
}

function checkLast(messages: readonly Message[], wrong: (kind: string, words: string) => void): void {
  const last = messages.at(-1)!
  if (last.role === 'system') wrong('nothing-asked', 'ends with the system prompt')
  const isNotice = last.role === 'assistant' && last.error?.kind === 'tool_loop_limit'
  if (isNotice) wrong('asks-after-notice', 'ends with the notice of the limit')
}

/** Calls of the last answer that have no result, though what follows it is results alone. */
function openCalls(messages: readonly Message[]): string[] {
  const at = messages.findLastIndex(({ role }) => role !== 'tool')
  const owner = messages[at]
  if (owner?.role !== 'assistant' || at === messages.length - 1) return []
  const calls = owner.tool_calls ?? []
  const results = messages.length - 1 - at
  return results < calls.length ? [`${calls.length - results} calls of ${owner.id}`] : []
}
