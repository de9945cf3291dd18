import { feedbackOf, setSystemPrompt, withFeedback, type ThreadTree } from '@antiphon/core'
import { removeFrom, removeTurn } from '@antiphon/shell/thread'
import { pick, type Act } from './commands.js'
import { resultsOf } from './results.js'
import { on } from './target.js'
import { subtree } from './tree-rules.js'
import type { World } from './world.js'

/** Calls that stay, without the result that they had. */
function forgetResults(world: World, nodes: ThreadTree['nodes'], gone: ReadonlySet<string>): void {
  for (const { message } of nodes) {
    if (message.role !== 'assistant' || !message.tool_calls || gone.has(message.id)) continue
    for (const [key, { id }] of resultsOf(nodes, message)) {
      if (id === undefined || !gone.has(id)) continue
      const call = world.ledger.call(key)
      call.timesForgotten++
      call.isSettled = false
      call.deniedBy = undefined
      call.outside.clear()
    }
  }
}

/** Actions of a host on the thread itself. */
export const storeCommands: Record<string, Act> = {
  activate({ world, page, pane, command }) {
    if (!pane.session) return undefined
    const { threadId, chat } = pane.session
    const id = pick([...world.ledger.ids(threadId)], command.at)
    if (id === undefined) return undefined
    chat.store.activate(id)
    return `${page.name} ${threadId}: activate ${id}`
  },
  remove({ world, page, pane, command }) {
    if (!pane.session) return undefined
    const { threadId, chat } = pane.session
    const { store } = chat
    const ids = [...world.ledger.ids(threadId)]
    const results = ids.filter((id) => store.getMessage(id)?.role === 'tool')
    const id = command.how % 2 === 0 ? pick(ids, command.at) : pick(results, command.at)
    if (id === undefined) return undefined
    world.recordOf(chat).disturbed++
    const gone = store.getMessage(id) ? subtree(store, id) : []
    world.ledger.remove(gone, 'removed')
    forgetResults(world, store.getTree().nodes, new Set(gone.map((message) => message.id)))
    store.remove(id)
    return `${page.name} ${threadId}: remove ${id}`
  },
  reset({ world, page, pane, command }) {
    if (!pane.session) return undefined
    const { threadId, chat } = pane.session
    const { store } = chat
    const path = store.getMessages()
    const kept = command.how % 2 === 0 ? [] : path.slice(0, path.length - (command.at % 4))
    const stays = new Set(kept.map(({ id }) => id))
    const all = store.getTree().nodes.map(({ message }) => message)
    world.recordOf(chat).disturbed++
    const gone = all.filter(({ id }) => !stays.has(id))
    world.ledger.remove(gone, 'reset')
    forgetResults(world, store.getTree().nodes, new Set(gone.map(({ id }) => id)))
    store.reset(kept)
    return `${page.name} ${threadId}: reset to ${kept.length} of ${all.length} messages`
  },
  append({ world, page, pane }) {
    if (!pane.session?.saver.getState().isLoaded) return undefined
    const { threadId, chat } = pane.session
    world.recordOf(chat).disturbed++
    const text = world.ledger.newText()
    const id = chat.store.append({ role: 'user', content: text })
    return `${page.name} ${threadId}: append ${id}`
  },
  setTree({ world, page, pane }) {
    if (!pane.session) return undefined
    const { threadId, chat } = pane.session
    try {
      chat.store.setTree(chat.store.getTree())
    } catch (error) {
      world.fault('set-tree', `${page.name} ${threadId}: setTree(getTree()) throws: ${String(error)}`)
    }
    return `${page.name} ${threadId}: setTree(getTree())`
  },
  /** Deletes a turn, or a message with all that follows it, as a person does who may want it back. */
  removeTurn: on(({ world, command }, { chat, store, record, who }) => {
    const id = pick([...world.ledger.ids(record.threadId)], command.at)
    if (id === undefined) return undefined
    const isTurn = command.how % 3 !== 0
    const { nodes } = store.getTree()
    record.disturbed++
    const removal = isTurn ? removeTurn(chat, id) : removeFrom(chat, id)
    if (!removal) return undefined
    const gone = new Set(removal.ids)
    const messages = nodes.flatMap(({ message }) => (gone.has(message.id) ? message : []))
    world.ledger.remove(messages, 'removed')
    forgetResults(world, nodes, gone)
    record.removals.push(removal)
    return `${who}: remove ${isTurn ? 'the turn of' : 'all from'} ${id}: ${removal.ids.join(' ')}`
  }),
  /** At any later moment, and more than once. */
  undoRemoval: on(({ world, command }, { store, record, who }) => {
    const removal = pick(record.removals, command.at)
    if (!removal) return undefined
    record.disturbed++
    removal.restore()
    for (const id of removal.ids) world.ledger.restored.add(id)
    // It had begun, and nobody knows how it ended.
    for (const id of removal.ids)
      if (store.getMessage(id)?.metadata?.['antiphon.running'] !== undefined) world.ledger.interrupted.add(id)
    return `${who}: restore ${removal.ids.join(' ')}`
  }),
  /** A thumb up or down, or taken back. */
  feedback: on(({ world, command }, { chat, store, record, who }) => {
    const id = pick([...world.ledger.ids(record.threadId)], command.at)
    const message = id === undefined ? undefined : store.getMessage(id)
    if (id === undefined || message?.role !== 'assistant') return undefined
    // An answer that another tab runs is that tab's to write, and `AnswerFeedback` waits for it.
    if (chat.getLiveStep(id)?.elsewhere) return undefined
    const given = feedbackOf(message) ? undefined : command.how % 2 === 0 ? 'good' : 'bad'
    // An answer that is still being written overwrites the feedback.
    const isWritten =
      message.finishReason !== undefined && (chat.getLiveStep(id)?.phase ?? 'tools') === 'tools'
    if (isWritten) record.feedback.set(id, given)
    store.write(id, withFeedback(message, given))
    store.flush()
    return `${who}: ${given ?? 'no'} feedback on ${id}`
  }),
  setSystemPrompt: on(({ command }, { store, record, who }) => {
    record.disturbed++
    const text = command.how % 3 === 0 ? '' : `Be ${command.how}.`
    setSystemPrompt(store, text)
    return `${who}: system prompt "${text}"`
  }),
  /** The system prompt of an empty conversation, as a host writes it. */
  system({ page, pane }) {
    const { session } = pane
    if (!session?.saver.getState().isLoaded || session.chat.store.getIds().length > 0) return undefined
    const id = session.chat.store.append({ role: 'system', content: 'Be brief.' })
    return `${page.name} ${session.threadId}: system prompt ${id}`
  },
  readVersions({ world, page, pane, command }) {
    if (!pane.session) return undefined
    const { threadId, chat } = pane.session
    const id = pick(chat.store.getIds(), command.at)
    if (id === undefined) return undefined
    const { ids } = chat.store.getVersions(id)
    const before = [...ids]
    const { message } = chat.store.getTree().nodes.find((node) => node.message.id === id)!
    const { id: _, ...copy } = message
    if (message.role !== 'user') return undefined
    const made = chat.store.append(
      { ...copy, content: world.ledger.newText() },
      {
        parent: chat.store.getParent(id) ?? null,
      },
    )
    if (ids.length !== before.length)
      world.fault('live-versions', `${page.name} ${threadId}: getVersions(${id}).ids grew under its reader`)
    chat.store.activate(id)
    world.recordOf(chat).disturbed++
    return `${page.name} ${threadId}: version ${made} beside ${id}`
  },
}
