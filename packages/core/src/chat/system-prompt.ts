import type { MessageStore } from '../tree/message-store.js'
import type { Run } from './run.js'

/**
 * Sees to the system prompt at the top of a run's branch, before anything of it is sent. A thread that begins with the question of
 * this run gets one; a thread that goes on keeps what it has, unless the setting `isNew`.
 */
export function setSystem(store: MessageStore, run: Run, isNew: boolean): void {
  const { system } = run.config
  const [top, next] = run.getMessages()
  if (!top) return
  const has = top.role === 'system' || top.role === 'developer'
  if (!has) {
    const begins = next === undefined || next.id === run.answerId
    if (system && (isNew || begins))
      store.append({ role: 'system', content: system }, { parent: null, between: true })
  } else if (isNew && system) {
    store.write(top.id, { ...top, content: system })
    store.flush()
  } else if (isNew) {
    const { nodes, chosen } = store.getTree()
    const rest = nodes.filter(({ message }) => message !== top)
    store.setTree({
      nodes: rest.map((node) => (node.parent === top.id ? { ...node, parent: null } : node)),
      chosen,
    })
  }
}
