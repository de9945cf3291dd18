import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Message, type MessageStore } from '@antiphon/core'
import { createMessageStore } from '@antiphon/core/binding'
import { countingIds, manualScheduler, type ManualScheduler } from '@antiphon/core/testing'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

/** The simplest thing that could be right: a tree of plain objects, the path recomputed on every question. */
interface Model {
  nodes: { id: string; parent: string | null; text: string; active?: string }[]
  root: { active?: string }
  drafts: Map<string, string>
}

interface System {
  store: MessageStore
  frames: ManualScheduler
}

const newModel = (): Model => ({ nodes: [], root: {}, drafts: new Map() })
const node = (model: Model, id: string) => model.nodes.find((n) => n.id === id)!
const path = (model: Model): string[] => {
  const ids: string[] = []
  for (let id = model.root.active; id !== undefined; id = node(model, id).active) ids.push(id)
  return ids
}
const publish = (model: Model): void => {
  for (const [id, text] of model.drafts) if (node(model, id)) node(model, id).text = text
  model.drafts.clear()
}
const message = (content: string): Message => ({ role: 'user', content })

function check(model: Model, { store }: System): void {
  expect(store.getIds()).toEqual(path(model))
  expect(store.getMessages().map((m) => [m.id, m.content])).toEqual(
    path(model).map((id) => [id, node(model, id).text]),
  )
  for (const { id, parent } of model.nodes) {
    expect(store.getParent(id)).toBe(parent ?? undefined)
    expect(store.getVersions(id).ids).toEqual(model.nodes.filter((n) => n.parent === parent).map((n) => n.id))
  }
}

type Command = fc.Command<Model, System>
const pick = (model: Model, at: number): string | undefined =>
  model.nodes[at % Math.max(1, model.nodes.length)]?.id

const append = (text: string, at: number | null): Command => ({
  check: () => true,
  toString: () => `append(${text}, ${at})`,
  run(model, system) {
    publish(model)
    const chosen = at === null ? undefined : (pick(model, at) ?? null)
    const parent = chosen === undefined ? (path(model).at(-1) ?? null) : chosen
    const id = system.store.append(message(text), chosen === undefined ? {} : { parent: chosen })
    model.nodes.push({ id, parent, text })
    // The new message becomes the active child of its parent; whether it is on the path depends on those above it.
    if (parent === null) model.root.active = id
    else node(model, parent).active = id
    check(model, system)
  },
})
const write = (text: string, at: number): Command => ({
  check: (model) => model.nodes.length > 0,
  toString: () => `write(${text}, ${at})`,
  run(model, system) {
    const id = pick(model, at)!
    const before = system.store.getMessage(id)
    system.store.write(id, () => message(text))
    model.drafts.set(id, text)
    // Not published yet: readers see the same object as before.
    expect(system.store.getMessage(id)).toBe(before)
    check(model, system)
  },
})
const frame: Command = {
  check: () => true,
  toString: () => 'frame',
  run(model, system) {
    const untouched = model.nodes
      .filter(({ id }) => !model.drafts.has(id))
      .map(({ id }) => [id, system.store.getMessage(id)] as const)
    system.frames.frame()
    publish(model)
    for (const [id, before] of untouched) expect(system.store.getMessage(id)).toBe(before)
    check(model, system)
  },
}
const remove = (at: number): Command => ({
  check: (model) => model.nodes.length > 0,
  toString: () => `remove(${at})`,
  run(model, system) {
    publish(model)
    const gone = new Set([pick(model, at)!])
    const { parent } = node(model, [...gone][0]!)
    for (const n of model.nodes) if (n.parent !== null && gone.has(n.parent)) gone.add(n.id)
    system.store.remove([...gone][0]!)
    model.nodes = model.nodes.filter((n) => !gone.has(n.id))
    const owner = parent === null ? model.root : node(model, parent)
    if (owner.active !== undefined && gone.has(owner.active)) {
      owner.active = model.nodes.filter((n) => n.parent === parent).at(-1)?.id
    }
    check(model, system)
  },
})
const activate = (at: number): Command => ({
  check: (model) => model.nodes.length > 0,
  toString: () => `activate(${at})`,
  run(model, system) {
    const before = path(model).join()
    const id = pick(model, at)!
    system.store.activate(id)
    for (let child = id; ;) {
      const { parent } = node(model, child)
      if (parent === null) {
        model.root.active = child
        break
      }
      node(model, parent).active = child
      child = parent
    }
    if (path(model).join() !== before) publish(model)
    else if (model.drafts.size > 0) {
      system.store.flush()
      publish(model)
    }
    check(model, system)
  },
})

describe('the message store', () => {
  it('equals a simple model under any sequence of appends, writes, frames, branches and removals', () => {
    const commands = fc.commands(
      [
        fc.tuple(fc.string({ maxLength: 3 }), fc.option(fc.nat(40))).map(([text, at]) => append(text, at)),
        fc.tuple(fc.string({ maxLength: 3 }), fc.nat(40)).map(([text, at]) => write(text, at)),
        fc.constant(frame),
        fc.nat(40).map(remove),
        fc.nat(40).map(activate),
      ],
      { maxCommands: 50 },
    )
    assertProperty(
      fc.property(commands, (sequence) => {
        fc.modelRun(() => {
          const frames = manualScheduler()
          return {
            model: newModel(),
            real: { store: createMessageStore({ scheduler: frames, generateId: countingIds() }), frames },
          }
        }, sequence)
      }),
      { numRuns: amount(80, 500) },
    )
  })

  it('wakes only the readers of the message that changed, at most once per frame', () => {
    const frames = manualScheduler()
    const store = createMessageStore({
      scheduler: frames,
      messages: [1, 2, 3].map((n) => ({ ...message(`${n}`), id: `m${n}` })),
    })
    const woken = { m1: 0, m2: 0, m3: 0, ids: 0 }
    for (const id of ['m1', 'm2', 'm3'] as const) store.subscribeMessage(id, () => woken[id]++)
    store.subscribeIds(() => woken.ids++)
    let built = 0
    for (let i = 0; i < 100; i++) store.write('m2', () => (built++, message(`delta ${i}`)))
    expect(woken).toEqual({ m1: 0, m2: 0, m3: 0, ids: 0 })
    frames.frame()
    expect(woken).toEqual({ m1: 0, m2: 1, m3: 0, ids: 0 })
    expect(built).toBe(1)
    expect(store.getMessage('m2')!.content).toBe('delta 99')
  })

  it('a delta to one message leaves every other message the same object; the list changes only when content does (R11)', () => {
    const frames = manualScheduler()
    const ids = Array.from({ length: 50 }, (_, n) => `m${n}`)
    const store = createMessageStore({
      scheduler: frames,
      messages: ids.map((id) => ({ ...message(id), id })),
    })
    assertProperty(
      fc.property(fc.nat(49), fc.string(), (at, text) => {
        const before = ids.map((id) => store.getMessage(id))
        const list = store.getMessages()
        expect(store.getMessages()).toBe(list)
        store.write(ids[at]!, () => message(text))
        expect(store.getMessages()).toBe(list)
        frames.frame()
        expect(store.getMessages()).not.toBe(list)
        const changed = ids.filter((id, n) => store.getMessage(id) !== before[n])
        expect(changed).toEqual([ids[at]])
        frames.frame()
        expect(store.getMessages()).toBe(store.getMessages())
      }),
    )
  })

  it('wakes the other listeners when one throws, and surfaces the error', () => {
    const surfaced: (() => void)[] = []
    const original = globalThis.queueMicrotask
    globalThis.queueMicrotask = (callback) => void surfaced.push(callback)
    try {
      const store = createMessageStore()
      let called = false
      store.subscribeIds(() => {
        throw new Error('mine')
      })
      store.subscribeIds(() => (called = true))
      store.append(message('x'))
      expect(called).toBe(true)
      expect(surfaced).toHaveLength(1)
      expect(surfaced[0]).toThrow('mine')
    } finally {
      globalThis.queueMicrotask = original
    }
  })

  it('gives a new id to a message whose id is taken, and loses neither', () => {
    const store = createMessageStore({
      messages: [
        { ...message('a'), id: 'same' },
        { ...message('b'), id: 'same' },
      ],
    })
    expect(store.getMessages().map((m) => m.content)).toEqual(['a', 'b'])
  })
})
