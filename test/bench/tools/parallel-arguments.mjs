import { collectGarbage, cpuMs, median, row } from '../measure.mjs'

const ROUNDS = 5
const CALLS = 20
/** Fragments that arrive between two frames of a page. */
const PER_FRAME = 200

/** The frames of an answer whose 20 calls are written in turns, `count` fragments in all. */
function frames(count) {
  const event = (tool_calls) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls } }] })}\n\n`
  const starts = Array.from({ length: CALLS }, (_, index) =>
    event([{ index, id: `call_${index}`, function: { name: 'save', arguments: '{"rows":[' } }]),
  )
  // Each call writes one row with two fragments.
  const piece = (n) => (n % 2 === 0 ? `{"city":"City ${n}",` : `"degrees":${n % 40}},`)
  const rest = Array.from({ length: count }, (_, n) =>
    event([{ index: n % CALLS, function: { arguments: piece(Math.floor(n / CALLS)) } }]),
  )
  return [...starts, ...rest]
}

/** Milliseconds for reading the answer alone. */
function readTime({ createCompletionReader }, events) {
  collectGarbage()
  const since = cpuMs()
  const reader = createCompletionReader()
  for (const event of events) reader.push(event)
  reader.end()
  return cpuMs() - since
}

/** The same in a chat, with every call's arguments read and paired for each frame, as a page shows them. */
async function shownTime(core, events) {
  const scheduler = core.manualScheduler()
  async function* source() {
    for (let at = 0; at < events.length; at += PER_FRAME) {
      yield events.slice(at, at + PER_FRAME).join('')
      scheduler.frame()
    }
  }
  const chat = core.createChat({ transport: core.scriptedTransport([() => source()]), model: 'm', scheduler })
  const readers = Array.from({ length: CALLS }, () => ({ reader: core.createPartialJsonReader(), read: 0 }))
  let rows = 0
  let id
  const show = () => {
    id ??= chat.store.getMessages().at(-1)?.id
    const message = id && chat.store.getMessage(id)
    if (message?.role !== 'assistant') return
    const paired = core.pairStep({ key: id, assistant: message, results: [] }, chat.getLiveStep(id))
    paired.calls.forEach(({ call }, at) => {
      const one = readers[at]
      const text = call.function.arguments
      one.reader.push(text.slice(one.read))
      one.read = text.length
      rows += one.reader.snapshot().value?.rows?.length ?? 0
    })
  }
  collectGarbage()
  const since = cpuMs()
  const answered = chat.send('go')
  let removed
  const stop = chat.store.subscribeIds(() => {
    id = chat.store.getMessages().findLast(({ role }) => role === 'assistant')?.id
    if (id) removed ??= chat.store.subscribeMessage(id, show)
  })
  await answered
  stop()
  removed?.()
  const spent = cpuMs() - since
  if (rows === 0) throw new Error('Nothing was shown while the answer arrived.')
  return spent
}

export async function measure(core) {
  const [half, whole] = [frames(50_000), frames(100_000)]
  const rows = []
  for (const [name, timeOf] of [
    ['read', readTime],
    ['read in a chat, its fields looked at in each frame', shownTime],
  ]) {
    await timeOf(core, whole)
    const times = []
    for (let round = 0; round < ROUNDS; round++)
      times.push([await timeOf(core, half), await timeOf(core, whole)])
    const [a, b] = [0, 1].map((at) => median(times.map((round) => round[at])))
    rows.push(
      row(
        `100,000 fragments against 50,000: ${name}`,
        b / a,
        'max',
        2.3,
        `${a.toFixed(0)} ms → ${b.toFixed(0)} ms`,
      ),
    )
  }
  return rows
}
