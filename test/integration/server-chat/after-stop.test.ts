/** A question that is sent while the run that was stopped is not over yet is sent when it is. */
import { afterEach, expect, it } from 'vitest'
import type { ServerChatOptions } from '@antiphon/server-client'
import { startChatService, type ChatService, type Page } from './chat-service.js'

let service: ChatService
let openGates: (() => void)[] = []
afterEach(async () => {
  for (const open of openGates.splice(0)) open()
  await service.close()
})

const until = (read: () => unknown, value: unknown) => expect.poll(read).toEqual(value)
const status = ({ chat }: Page) => chat.getState().status
const queued = ({ chat }: Page) => chat.getState().queue.map(({ content }) => content)
const stops = (line: string) => line.endsWith('/stop')
const steers = (line: string) => line.endsWith('/steer')

function gate(): { opened: Promise<void>; open(): void } {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  openGates.push(open)
  return { opened, open }
}

/** Passes on the events of a run until one matches, and the rest when the gate opens. */
function holdBack(held: RegExp, { opened }: { opened: Promise<void> }): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.headers.get('content-type')?.includes('event-stream')) return response
    let rest = ''
    const events = new TransformStream<string, string>({
      async transform(text, controller) {
        const frames = (rest + text).split('\n\n')
        rest = frames.pop()!
        for (const frame of frames) {
          if (held.test(frame)) await opened
          controller.enqueue(`${frame}\n\n`)
        }
      },
    })
    const texts = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(events)
    return new Response(texts.pipeThrough(new TextEncoderStream()), response)
  }
}

const begun = ['wait here', 'You said: wait here. ']
const after = ['and now?', expect.stringContaining('You said: and now?.')]

async function answersTheNext(page: Page): Promise<void> {
  // Before this the stop may be on its way, and the first answer would get more words.
  await until(() => service.upstream.asked(), 2)
  service.upstream.open()
  await until(() => page.texts(), [...begun, ...after])
  await until(() => [status(page), queued(page)], ['ready', []])
}

it.each([
  ['the page has shown that it was stopped', 'after-answer', /"antiphon":"end"/],
  ['the page has shown that it was stopped', 'next-step', /"antiphon":"end"/],
  ['the page has not heard of it yet', 'next-step', /cancelled/],
] as const)('from another device, where %s (%s)', async (_, steering, held) => {
  service = await startChatService()
  const over = gate()
  const page = await service.page('t', { steering, fetch: holdBack(held, over) })
  void page.chat.send('wait here')
  await until(() => page.texts(), begun)
  const device = await service.page('t')
  await until(() => device.texts(), begun)
  device.chat.stop()
  await until(() => status(device), 'ready')
  if (held.source.includes('end'))
    await until(
      () => page.chat.store.getMessages().at(-1),
      expect.objectContaining({ finishReason: 'cancelled' }),
    )
  void page.chat.send('and now?')
  await until(() => queued(page), ['and now?'])
  over.open()
  await answersTheNext(page)
})

it('from here, before the server has heard of it', async () => {
  service = await startChatService()
  const heard = gate()
  const page = await service.page('t', {
    fetch: async (input, init) => {
      if (stops(String(input))) await heard.opened
      return fetch(input, init)
    },
  })
  void page.chat.send('wait here')
  await until(() => page.texts(), begun)
  page.chat.stop()
  void page.chat.send('and now?')
  await until(() => queued(page), ['and now?'])
  heard.open()
  await answersTheNext(page)
  expect(service.requests.filter(steers)).toEqual([])
})

/** A page whose first question reaches the server, and whose requests to stop it do when the gate opens. */
async function openDeafPage(heard: { opened: Promise<void> }, options: Partial<ServerChatOptions> = {}) {
  let answered: () => void
  const begins = new Promise<void>((resolve) => (answered = resolve))
  let isFirst = true
  const page = await service.page('t', {
    ...options,
    fetch: async (input, init) => {
      if (stops(String(input))) await heard.opened
      if (!isFirst || init?.method !== 'POST') return fetch(input, init)
      isFirst = false
      const { signal, ...rest } = init
      await fetch(input, rest)
      answered()
      // The answer is lost.
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    },
  })
  return { page, begins }
}

it('from here, while the request to begin it was on its way', async () => {
  service = await startChatService()
  const heard = gate()
  const { page, begins } = await openDeafPage(heard)
  void page.chat.send('wait here')
  await begins
  page.chat.stop()
  await until(() => status(page), 'ready')
  void page.chat.send('and now?')
  await until(() => page.texts(), begun)
  await until(() => queued(page), ['and now?'])
  heard.open()
  await answersTheNext(page)
})

it('from here, where the server gets the stop before the question', async () => {
  service = await startChatService()
  const heard = gate()
  let late: Promise<Response> | undefined
  const page = await service.page('t', {
    fetch: async (input, init) => {
      if (stops(String(input))) return fetch(input, init).finally(heard.open)
      if (late || init?.method !== 'POST') return fetch(input, init)
      const { signal, ...rest } = init
      late = heard.opened.then(() => fetch(input, rest))
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
    },
  })
  void page.chat.send('wait here')
  await until(() => late !== undefined, true)
  page.chat.stop()
  await until(() => status(page), 'ready')
  expect(await (await late)!.json()).toMatchObject({ run: { status: 'ended', outcome: 'stopped' } })
  expect(service.upstream.asked()).toBe(0)
  void page.chat.send('and now?')
  await until(() => page.texts(), ['wait here', ...after])
  await until(() => status(page), 'ready')
})

it('an answer that was stopped while the request to begin it was on its way is shown in each tab', async () => {
  service = await startChatService()
  const heard = gate()
  const channel = (name: string) => new BroadcastChannel(`${service.url} ${name}`)
  const { page, begins } = await openDeafPage(heard, { channel })
  const tab = await service.page('t', { channel })
  void page.chat.send('wait here')
  await begins
  await until(() => service.upstream.asked(), 1)
  page.chat.stop()
  await until(() => status(page), 'ready')
  heard.open()
  for (const each of [page, tab]) {
    await until(() => each.texts().length, 2)
    await until(
      () => each.chat.store.getMessages().at(-1),
      expect.objectContaining({ finishReason: 'cancelled' }),
    )
    await until(() => status(each), 'ready')
  }
})

it('what was sent in the moment before Stop waits for the person', async () => {
  service = await startChatService()
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts(), begun)
  void page.chat.send('and now?')
  page.chat.stop()
  await until(() => service.requests.filter(steers).length, 1)
  await until(() => [status(page), queued(page)], ['ready', ['and now?']])
  await page.chat.sendQueued()
  await answersTheNext(page)
})

it('what the run was sent before Stop waits for the person', async () => {
  service = await startChatService()
  const page = await service.page('t')
  void page.chat.send('wait here')
  await until(() => page.texts(), begun)
  await page.chat.send('and now?')
  await until(() => service.requests.filter(steers).length, 1)
  page.chat.stop()
  await until(() => [status(page), queued(page)], ['ready', ['and now?']])
  await page.chat.sendQueued()
  await answersTheNext(page)
})
