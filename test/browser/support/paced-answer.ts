const encoder = new TextEncoder()

/** A `fetch` whose every answer is a stream of events that the test writes, over a real `Response`. */
export function pacedFetch() {
  const requests: { signal: AbortSignal; aborted: boolean }[] = []
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let opened: () => void = () => {}
  let open: Promise<void>
  /** Makes everything written from here on wait for the next request. */
  const awaitNext = (): void => {
    controller = undefined
    open = new Promise<void>((resolve) => (opened = resolve))
  }
  awaitNext()

  const fetch: typeof globalThis.fetch = async (_input, init) => {
    const signal = init!.signal!
    const request = { signal, aborted: false }
    requests.push(request)
    const body = new ReadableStream<Uint8Array>({
      start(own) {
        controller = own
        const stop = (): void => {
          request.aborted = true
          own.error(signal.reason)
          if (controller === own) awaitNext()
        }
        signal.addEventListener('abort', stop, { once: true })
      },
      cancel: () => void (request.aborted = true),
    })
    opened()
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  const write = async (text: string): Promise<void> => {
    await open
    controller!.enqueue(encoder.encode(text))
  }
  return {
    fetch,
    requests,
    /** Resolves when a request has come. */
    opened: () => open,
    /** One event per text, all of them in one network piece. */
    deltas: (texts: readonly string[]) => write(texts.map((content) => event({ content })).join('')),
    delta: (delta: object) => write(event(delta)),
    async end(finishReason = 'stop') {
      await write(`${event({}, finishReason)}data: [DONE]\n\n`)
      controller!.close()
      awaitNext()
    },
  }
}

function event(delta: object, finish_reason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
}

/** Lets everything that is due happen, frames included. */
export async function frames(count = 2): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** The next turn of the event loop, without the 4 ms that nested timers wait. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const heard = (): void => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', heard)
    port1.start()
    port2.postMessage(null)
  })
}
