import type { ThreadSession } from '@antiphon/threads'
import { checkContent } from './content.js'
import { checkRefused } from './gate.js'
import type { Page } from './page.js'
import { areVersions, resultMessages, resultsOf } from './results.js'
import { ancestors, spoken } from './tree-rules.js'
import type { World } from './world.js'

/** Checks the rules for the thread of a chat whenever nothing is pending. */
export function checkTree(world: World, { name }: Page, { threadId, chat }: ThreadSession): void {
  const { store } = chat
  const { nodes } = store.getTree()
  const where = `${name} ${threadId}:`
  const byId = new Map(nodes.map((node) => [node.message.id, node]))
  const texts = new Map<string, string>()
  const top = nodes.filter(({ parent }) => parent === null)
  const shown = store.getIds().map((id) => byId.get(id)!.message.role)
  if (shown.join() === 'system' && top.length > 1)
    world.fault(
      'hidden-thread',
      `${where} shows a system prompt alone, and hides what begins with ${top.map(({ message }) => message.id).join(', ')}`,
    )
  for (const { message, parent } of nodes) {
    const { id } = message
    const above = parent === null ? undefined : byId.get(parent)?.message
    if (parent !== null && !above)
      world.fault('dangling', `${where} ${id} follows ${parent}, which is not there`)
    if (message.role === 'system' && parent !== null)
      world.fault('prompt-astray', `${where} the system prompt ${id} follows ${parent}`)
    if (message.role === 'tool') {
      if (above?.role !== 'tool' && above?.role !== 'assistant')
        world.fault(
          'result-astray',
          `${where} the result ${id} follows ${above ? `the ${above.role} message ${parent}` : 'nothing'}`,
        )
      const owner = /^(?:ran|given) ([^/]+)\/\d+/.exec(message.content as string)?.[1]
      if (owner !== undefined && !ancestors(store, id).includes(owner) && !world.ledger.removed.has(owner))
        world.fault(
          'result-astray',
          `${where} ${id} says "${String(message.content)}", and does not hang under ${owner}`,
        )
    }
    if (message.role === 'assistant' && message.tool_calls) {
      const results = resultMessages(nodes, id)
      const found = resultsOf(nodes, message)
      // Where one tab could not read what the other had stored, both may be given one, and one that was removed may come
      // back beside a younger one: they are versions of each other.
      const isBack = results.some((result) => world.ledger.restored.has(result.id))
      const isExcused = (world.browser.wasBroken || isBack) && areVersions(nodes, results)
      if (results.length > found.size && !isExcused)
        world.fault(
          'two-results',
          `${where} ${id} has ${message.tool_calls.length} calls, and ${results.length} results: ${results.map((one) => `${one.id} "${String(one.content)}"`).join(', ')}`,
        )
      for (const [key, result] of found) {
        checkRefused(world, where, key, result)
        const { content, metadata } = result
        const { deniedBy } = world.ledger.call(key)
        if (
          deniedBy &&
          metadata?.['antiphon.outcome'] === 'denied' &&
          !String(content).startsWith('Tool execution denied')
        )
          world.fault('denial-words', `${where} ${key} was denied, and its result says "${String(content)}"`)
      }
    }
    if (message.role !== 'user') continue
    const given = world.ledger.given(message.content)
    if (!given) continue
    checkContent(world, where, message.content)
    const { text } = given
    if (texts.has(text)) world.fault('text-doubled', `${where} "${text}" is ${texts.get(text)} and ${id}`)
    texts.set(text, id)
    const now = spoken(world, store, ancestors(store, id))
    const before = given.above?.filter((one) => !world.ledger.removed.has(one))
    if (given.isProvisional && before?.join() !== now.join()) {
      given.isProvisional = false
      given.above = now
      continue
    }
    if (before && before.join() !== now.join())
      world.fault(
        'text-moved',
        `${where} "${text}" hung under ${before.join(' ')}, and now under ${now.join(' ')}`,
      )
  }
}
