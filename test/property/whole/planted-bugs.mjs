/**
 * Bugs of the kinds that lost data once, each as one change of the text of a source file. `npm run test:hunt -- --only planted`
 * runs the model of the whole over a product with each of them, and fails when one is not found. `find` occurs once in its file.
 */
const core = 'packages/core/src/'
const threads = 'packages/threads/src/'

export const plantedBugs = [
  {
    name: 'a request reads what is shown, not the branch of its answer',
    file: `${core}chat/run-step.ts`,
    find: 'const messages = store.getPath(isBegun ? id : (store.getParent(id) ?? null))',
    replace:
      'const shown = store.getMessages(); const messages = shown.slice(0, shown.findIndex((one) => one.id === (isBegun ? id : store.getParent(id))) + 1)',
  },
  {
    name: 'a result for an answer on a hidden branch is dropped',
    file: `${core}chat/place-results.ts`,
    find: 'if (!call || slots[callIndex]) return false',
    replace: 'if (!call || slots[callIndex] || !store.getIds().includes(answerId)) return false',
  },
  {
    name: 'calls at rest run before what other tabs stored was read',
    file: `${core}chat/run-claims.ts`,
    find: 'const ends = await keepers.refresh()',
    replace: 'const ends: unknown[] = []',
  },
  {
    name: 'no lease is asked for before calls at rest run',
    file: `${core}chat/run-claims.ts`,
    find: "if (!(await take(id))) return 'elsewhere'",
    replace: '',
  },
  {
    name: 'the queue is sent after a stop',
    file: `${core}chat/create-chat.ts`,
    find: "if ((await begin(given)) === 'done') await queue.drain()",
    replace: 'await begin(given); await queue.drain()',
  },
  {
    name: 'a thread that is shown is closed when others are opened',
    file: `${threads}sessions/session-pool.ts`,
    find: 'if (entry.holders > 0 || !isIdle(entry)) continue',
    replace: 'if (!isIdle(entry)) continue',
  },
  {
    name: 'a thread is deleted before it was stored',
    file: `${threads}sessions/thread-sessions.ts`,
    find: 'await session.saver.flush()',
    replace: 'session.saver.setRemoved(true)',
  },
  {
    name: 'a call that was answered from outside still waits, and runs when it is allowed',
    file: `${core}chat/tool-turn.ts`,
    find: 'store.subscribeIds(() => approvals.withdrawAnswered(answer.id, results.slots()))',
    replace: '() => {}',
  },
  {
    name: 'a second result of a call is placed',
    file: `${core}chat/place-results.ts`,
    find: 'if (!call || slots[callIndex]) return false',
    replace: 'if (!call) return false',
  },
  {
    name: 'a message is not held back until the thread was read',
    file: `${core}chat/create-chat.ts`,
    find: 'const isFree = keepers.isLoaded() && !elsewhere.isShown()',
    replace: 'const isFree = !elsewhere.isShown()',
  },
  {
    name: 'a reset of the thread does not end its run',
    file: `${core}chat/create-chat.ts`,
    find: 'if (current?.isGone()) current.end()',
    replace: '',
  },
  {
    name: 'a call that had begun when its page died runs again',
    file: `${core}chat/tool-turn.ts`,
    find: 'for (const index of begunCalls(answer)) {',
    replace: 'for (const index of begunCalls({ ...answer, metadata: {} })) {',
  },
  {
    name: 'a queue is sent youngest first',
    file: `${core}chat/message-queue.ts`,
    find: 'get().find((message) =>',
    replace: 'get().findLast((message) =>',
  },
  {
    name: 'a call that the gate denied runs',
    file: `${core}tools/gate.ts`,
    find: "return denied(prepared, field(decision, 'reason'))",
    replace: 'return { run: true, prepared }',
  },
  {
    name: 'arguments that the gate changed are not those that run',
    file: `${core}tools/gate.ts`,
    find: 'return { run: true, prepared: { ...prepared, args } }',
    replace: 'return { run: true, prepared }',
  },
  {
    name: 'what stopWhen says is not heeded',
    file: `${core}chat/run-answer.ts`,
    find: "if (config.stopWhen?.({ step, messages })) return 'done'",
    replace: 'config.stopWhen?.({ step, messages })',
  },
  {
    name: 'a run takes over settings that the chat is given meanwhile',
    file: `${core}chat/create-chat.ts`,
    find: 'createRun(store, config, head, along)',
    replace: 'createRun(store, new Proxy(config, { get: (_, key) => config[key] }), head, along)',
  },
  {
    name: 'a message that waits loses what is attached to it',
    file: `${core}chat/create-chat.ts`,
    find: 'queue.add(copy(content), along)',
    replace:
      "queue.add(typeof content === 'string' ? content : content.filter(({ type }) => type === 'text'), along)",
  },
  {
    name: 'a question takes a second answer',
    file: `${core}chat/questions.ts`,
    find: '      open.delete(key)\n      found.settle(answer)',
    replace: '      found.settle(answer)',
  },
  {
    name: 'a question stays open after a stop',
    file: `${core}tools/run-call.ts`,
    find: '    over.abort()\n',
    replace: '',
  },
]
