import { collectGarbage, cpuMs, median, row } from '../measure.mjs'

const ROUNDS = 5

/** Milliseconds of processor time from the question to the answer after `count` calls have run. */
async function timeOf(core, count, mode) {
  const calls = Array.from({ length: count }, (_, i) => ({ name: 'square', args: { value: i } }))
  const chat = core.createChat({
    transport: core.scriptedTransport([core.callsAnswer(calls), core.textAnswer('Done.')]),
    model: 'm',
    toolExecution: mode,
    tools: [
      core.defineTool({
        name: 'square',
        description: 'Squares a number.',
        parameters: { type: 'object', properties: { value: { type: 'number' } }, required: ['value'] },
        execute: ({ value }) => ({ value, square: value * value }),
      }),
    ],
  })
  collectGarbage()
  const since = cpuMs()
  await chat.send('go')
  const spent = cpuMs() - since
  const messages = chat.store.getMessages()
  const results = messages.filter(({ role }) => role === 'tool')
  const wrong = results.findIndex(({ details }, i) => details?.square !== i * i)
  if (results.length !== count || wrong >= 0)
    throw new Error(`${results.length} of ${count} calls have a result; the one at ${wrong} is wrong.`)
  return spent
}

export async function measure(core) {
  const rows = []
  for (const mode of ['parallel', 'sequential']) {
    await timeOf(core, 500, mode)
    const times = []
    for (let round = 0; round < ROUNDS; round++)
      times.push([
        await timeOf(core, 500, mode),
        await timeOf(core, 1_000, mode),
        await timeOf(core, 2_000, mode),
      ])
    const [half, whole, twice] = [0, 1, 2].map((at) => median(times.map((round) => round[at])))
    const detail = `${half.toFixed(0)} ms → ${whole.toFixed(0)} ms → ${twice.toFixed(0)} ms`
    rows.push(
      row(`1,000 calls against 500, ${mode}`, whole / half, 'max', 2.3, detail),
      row(`2,000 calls against 1,000, ${mode}`, twice / whole, 'max', 2.3),
    )
  }
  return rows
}
