import type { Message } from '@antiphon/core'
import fc from 'fast-check'
import type { ThreadStorage } from '@antiphon/threads'
import { openPage, until, type LockTable, type Page } from './scripted-page.js'

interface Node {
  id: string
  parent: string | null
  role: Message['role']
  text: string
  /** Text that must be stored already: what was there at the last flush. */
  safe: string
  end?: string
}

interface Thread {
  nodes: Node[]
  folder?: string
  active: Map<string | null, string>
  /** Id of the answer that arrives. */
  open?: string
}

/** The simplest thing that could be right: threads as lists of nodes, and which child of each is shown. */
export interface Model {
  threads: Map<string, Thread>
  current: string
  gone: Set<string>
}

interface System {
  /** A new connection to what is stored, as a new page has it. */
  connect(): ThreadStorage
  locks: LockTable
  page: Page
  expect: (actual: unknown, what: string) => { toEqual(expected: unknown): void }
}

export const newModel = (): Model => ({ threads: new Map(), current: 't0', gone: new Set() })

const threadOf = (model: Model): Thread => {
  let thread = model.threads.get(model.current)
  if (!thread) model.threads.set(model.current, (thread = { nodes: [], active: new Map() }))
  return thread
}
const path = ({ active }: Thread): string[] => {
  const ids: string[] = []
  for (let id = active.get(null); id !== undefined; id = active.get(id)) ids.push(id)
  return ids
}
const session = (model: Model, { page }: System) => page.sessions.open(model.current)
const node = (thread: Thread, id: string): Node => thread.nodes.find((one) => one.id === id)!

/** Everything the thread holds is in the chat, in its place, what is shown is shown, and the list has each thread in its folder. */
async function check(model: Model, system: System): Promise<void> {
  const { chat, saver } = session(model, system)
  await saver.loaded
  const thread = threadOf(model)
  const shown = (message: Message | undefined) => [message?.role, message?.content, finishOf(message)]
  system.expect(chat.store.getIds(), 'path').toEqual(path(thread))
  for (const one of thread.nodes) {
    system.expect(shown(chat.store.getMessage(one.id)), one.id).toEqual([one.role, one.text, one.end])
    system.expect(chat.store.getParent(one.id) ?? null, `parent of ${one.id}`).toEqual(one.parent)
    const siblings = thread.nodes.filter(({ parent }) => parent === one.parent).map(({ id }) => id)
    system.expect(chat.store.getVersions(one.id).ids, `siblings of ${one.id}`).toEqual(siblings)
  }
  const folders = (list: Iterable<readonly [string, string | undefined]>) => [...list].map(String).toSorted()
  const held = [...model.threads].filter(([, { nodes }]) => nodes.length > 0)
  const listed = (await system.page.sessions.list()).threads
  system
    .expect(folders(listed.map((one) => [one.id, one.folder])), 'folders')
    .toEqual(folders(held.map(([id, one]) => [id, one.folder])))
}
const finishOf = (message: Message | undefined): string | undefined =>
  message?.role === 'assistant' ? message.finishReason : undefined

const isSaved = (model: Model, system: System) => async (): Promise<void> => {
  const { saver } = session(model, system)
  await saver.loaded
  await saver.flush()
  system.expect(saver.getState().status, 'status').toEqual('saved')
}

type Command = fc.AsyncCommand<Model, System>
const command = (
  name: string,
  when: (thread: Thread, model: Model) => boolean,
  run: (thread: Thread, model: Model, system: System) => Promise<void>,
): Command => ({
  check: (model) => when(threadOf(model), model),
  toString: () => name,
  async run(model, system) {
    await session(model, system).saver.loaded
    await run(threadOf(model), model, system)
    await check(model, system)
  },
})

/** Takes the question and the answer that begins over from the chat: their ids are the chat's. */
async function asked(thread: Thread, model: Model, system: System, text: string, parent: string | null) {
  const { chat } = session(model, system)
  const before = system.page.requests()
  await until('the request', () => system.page.requests() > before)
  const [question, answer] = chat.store.getIds().slice(-2) as [string, string]
  thread.nodes.push({ id: question, parent, role: 'user', text, safe: text })
  thread.nodes.push({ id: answer, parent: question, role: 'assistant', text: '', safe: '' })
  thread.active.set(parent, question).set(question, answer)
  thread.open = answer
  // The question was stored before the request started.
  const stored = await system.connect().read(model.current, [question])
  system.expect(stored?.nodes.length, 'the question is stored').toEqual(1)
}

async function ended(thread: Thread, model: Model, system: System, end: string): Promise<void> {
  const { chat } = session(model, system)
  await until('the end', () => chat.getState().status === 'ready')
  const open = node(thread, thread.open!)
  open.end = end
  thread.open = undefined
  await isSaved(model, system)()
  open.safe = open.text
}

const send = (text: string) =>
  command(
    `send(${JSON.stringify(text)})`,
    (thread) => !thread.open,
    async (thread, model, system) => {
      const parent = path(thread).at(-1) ?? null
      const done = asked(thread, model, system, text, parent)
      void session(model, system).chat.send(text)
      await done
    },
  )
const delta = (text: string) =>
  command(
    `delta(${JSON.stringify(text)})`,
    (thread) => Boolean(thread.open),
    async (thread, model, system) => {
      const open = node(thread, thread.open!)
      open.text += text
      system.page.answerOf(model.current)!.delta(text)
      const { store } = session(model, system).chat
      await until('the delta', () => store.getMessage(open.id)?.content === open.text)
    },
  )
const finish = command(
  'finish',
  (thread) => Boolean(thread.open),
  async (thread, model, system) => {
    // An answer without a word is an error, which is another story.
    node(thread, thread.open!).text += '.'
    system.page.answerOf(model.current)!.delta('.')
    system.page.answerOf(model.current)!.finish()
    await ended(thread, model, system, 'stop')
  },
)
const stop = command(
  'stop',
  (thread) => Boolean(thread.open),
  async (thread, model, system) => {
    session(model, system).chat.stop()
    await ended(thread, model, system, 'cancelled')
  },
)
const edit = (at: number, text: string) =>
  command(
    `edit(${at}, ${JSON.stringify(text)})`,
    (thread) => !thread.open && thread.nodes.length > 0,
    async (thread, model, system) => {
      const questions = path(thread).filter((id) => node(thread, id).role === 'user')
      const id = questions[at % questions.length]!
      const done = asked(thread, model, system, text, node(thread, id).parent)
      void session(model, system).chat.edit(id, text)
      await done
    },
  )
const branch = (at: number) =>
  command(
    `branch(${at})`,
    (thread) => !thread.open && thread.nodes.length > 0,
    async (thread, model, system) => {
      const { id } = thread.nodes[at % thread.nodes.length]!
      session(model, system).chat.store.activate(id)
      for (let child = id; ; child = node(thread, child).parent!) {
        thread.active.set(node(thread, child).parent, child)
        if (node(thread, child).parent === null) break
      }
    },
  )
/** Goes on in a new thread from any message: what is on its path, and what has arrived of an answer. */
const fork = (at: number) =>
  command(
    `fork(${at})`,
    (thread) => thread.nodes.length > 0,
    async (thread, model, system) => {
      const { id } = thread.nodes[at % thread.nodes.length]!
      const forked = await system.page.sessions.fork(model.current, id)
      const copy: Thread = { nodes: [], active: new Map(), folder: thread.folder }
      for (let above: string | null = id; above !== null; above = node(thread, above).parent) {
        const one = node(thread, above)
        if (above === thread.open && one.text === '') continue
        const end = above === thread.open ? 'cancelled' : one.end
        copy.nodes.unshift({ ...one, safe: one.text, end })
        copy.active.set(one.parent, above)
      }
      model.threads.set(forked, copy)
      await check(model, system)
      model.current = forked
    },
  )
/** Into a folder, or out of any. A thread that is not stored stays where it is. */
const move = (folder: string | undefined) =>
  command(
    `move(${folder})`,
    () => true,
    async (thread, model, system) => {
      await system.page.sessions.move(model.current, folder)
      if (thread.nodes.length > 0) thread.folder = folder
    },
  )
/** One interval passes in every thread. */
const tick = command(
  'tick',
  () => true,
  async (_, model, system) => {
    system.page.tick()
    for (const [id, thread] of model.threads) {
      const open = system.page.sessions.get(id)
      await open?.saver.loaded
      await until('saved', () => open?.saver.getState().status !== 'saving')
      if (open && thread.open) node(thread, thread.open).safe = node(thread, thread.open).text
    }
  },
)
const switchTo = (to: number) =>
  command(
    `switch(${to})`,
    () => true,
    async (_, model) => {
      model.current = `t${to}`
      for (let n = 3; model.gone.has(model.current); n++) model.current = `t${to}-${n}`
    },
  )
const remove = command(
  'delete',
  (thread) => thread.nodes.length > 0,
  async (_, model, system) => {
    const id = model.current
    await system.page.sessions.remove(id)
    const requests = system.page.requests()
    model.threads.delete(id)
    model.gone.add(id)
    for (let n = 0; model.gone.has(model.current); n++) model.current = `t0-${n}`
    await until('nothing', () => true)
    system.expect(system.page.requests(), 'requests').toEqual(requests)
  },
)
const reload = (politely: boolean) =>
  command(
    politely ? 'reload' : 'crash',
    () => true,
    async (_, model, system) => {
      // Everything but deltas is stored at once: as soon as the promises of the moment have settled.
      for (const id of model.threads.keys()) {
        const { saver } = system.page.sessions.open(id)
        await saver.loaded
        await until('saved', () => saver.getState().status !== 'saving')
      }
      if (politely) {
        system.page.hide()
        for (const id of model.threads.keys()) {
          const saver = system.page.sessions.get(id)?.saver
          await until('saved', () => saver?.getState().status !== 'saving')
        }
      }
      system.page.kill()
      system.page = openPage(system.connect(), system.locks, { keep: 2 })
      for (const [id, thread] of model.threads) {
        const { chat, saver } = system.page.sessions.open(id)
        await saver.loaded
        if (!thread.open) continue
        const open = node(thread, thread.open)
        const text = String(chat.store.getMessage(open.id)?.content)
        const bounds = [open.text.startsWith(text), text.startsWith(politely ? open.text : open.safe)]
        system
          .expect(bounds, `"${text}" of "${open.text}", of which "${open.safe}" was stored`)
          .toEqual([true, true])
        Object.assign(open, { text, safe: text, end: 'incomplete' })
        thread.open = undefined
        await saver.flush()
      }
    },
  )

const text = fc.string({ minLength: 1, maxLength: 6, unit: 'binary' }).filter((one) => one.trim() !== '')
const piece = fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' })

export const threadCommands = (maxCommands: number) =>
  fc.commands(
    [
      text.map(send),
      piece.map(delta),
      piece.map(delta),
      fc.constant(finish),
      fc.constant(stop),
      fc.tuple(fc.nat(9), text).map(([at, words]) => edit(at, words)),
      fc.nat(20).map(branch),
      fc.nat(20).map(fork),
      fc.constantFrom('Trips', 'Ärger 📁', undefined).map(move),
      fc.constant(tick),
      fc.nat(2).map(switchTo),
      fc.constant(remove),
      fc.boolean().map(reload),
    ],
    { maxCommands, size: 'max' },
  )
