/** Holds streams of one subject at once, and counts what they cost its process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Tokens that each stream has had before the count begins, and of which part of all of them it ends. */
const BEFORE = 10
const UNTIL = 0.85

/**
 * @param place `program`, `args`: the process of the subject. `streams`, `seconds`: how many streams of 50 tokens a second, for how long.
 */
export async function hold({ program, args, streams, seconds }) {
  const child = fork(program, args, { execArgv: ['--expose-gc'] })
  const ask = async (what) => {
    const answered = once(child, 'message')
    child.send(what)
    return (await answered)[0]
  }
  try {
    const [{ port }] = await once(child, 'message')
    const url = (id) => `http://127.0.0.1:${port}/threads/${id}/runs`
    // Code that has run before, and connections that are open.
    await Promise.all(Array.from({ length: 5 }, (_, at) => read(url(`warm${at}`), () => {})))
    const idle = await ask('idle')
    const delays = []
    const each = Array.from({ length: streams }, () => 0)
    let count = 0
    let behind = streams
    const wanted = streams * seconds * 50
    const marks = {}
    const reach = (name, isReached) => {
      if (marks[name] || !isReached) return
      const counted = count
      marks[name] = ask(name).then((figures) => ({ ...figures, count: counted, at: performance.now() }))
    }
    // One question at a time, because the answers have no names.
    const look = async () => {
      reach('steady', behind === 0)
      await marks.steady
      reach('middle', marks.steady && count >= wanted * 0.5)
      await marks.middle
      reach('over', marks.middle && count >= wanted * UNTIL)
      await marks.over
    }
    const looking = setInterval(() => void look(), 50)
    const take = (at) => (delay) => {
      delays.push(delay)
      count++
      if (++each[at] === BEFORE) behind--
    }
    await Promise.all(each.map((_, at) => read(url(`t${at}`), take(at))))
    clearInterval(looking)
    await look()
    const [steady, middle, over] = await Promise.all([marks.steady, marks.middle, marks.over])
    const end = await ask('end')
    if (count !== wanted) throw new Error(`${args[0]}: ${count} tokens of ${wanted} came.`)
    const perToken = (over.cpuMs - steady.cpuMs) / (over.count - steady.count)
    delays.sort((a, b) => a - b)
    return {
      // For one stream in one second.
      cpu: perToken * 50,
      // All that a run costs besides its tokens: its beginning and its end.
      ends: (end.cpuMs - idle.cpuMs - perToken * wanted) / streams,
      rate: (over.count - steady.count) / streams / ((over.at - steady.at) / 1000),
      live: (middle.live - idle.live) / streams / 1024,
      rss: (middle.rss - idle.rss) / streams / 1024,
      p50: delays[Math.floor(delays.length * 0.5)],
      p95: delays[Math.floor(delays.length * 0.95)],
    }
  } finally {
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** Reads one answer, and tells how long each token was on its way, in ms. */
async function read(url, onToken) {
  const id = url.split('/').at(-2)
  const response = await fetch(url, {
    method: 'POST',
    // Each stream is another user's: changes of one user wait for each other.
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-user': id },
    body: JSON.stringify({ id, message: { id: 'q', content: 'Go.' } }),
  })
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of response.body) {
    const now = Date.now()
    rest += decoder.decode(piece, { stream: true })
    const end = rest.lastIndexOf('\n\n')
    if (end < 0) continue
    for (const event of rest.slice(0, end).split('\n\n'))
      // The message at the end has all of them again.
      if (!event.includes('"antiphon"'))
        for (const [, at] of event.matchAll(/@(\d+)@/g)) onToken(now - Number(at))
    rest = rest.slice(end)
  }
}
