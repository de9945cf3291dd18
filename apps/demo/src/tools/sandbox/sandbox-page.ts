/**
 * The page in which code of a model runs: a frame of its own origin, without network, that starts one worker. The worker
 * has the loops; the frame stays able to be taken away. Messages out: `ready`, then `output` and one `done` or `failed`.
 */
export const sandboxPage = `<!doctype html>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:">
<script>
const source = ${JSON.stringify(workerSource())}
addEventListener('message', ({ data, source: from }) => {
  if (from !== parent) return
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })))
  worker.onmessage = ({ data }) => parent.postMessage(data, '*')
  worker.onerror = (event) => {
    event.preventDefault()
    parent.postMessage({ type: 'failed', message: event.message || 'The code could not be run.' }, '*')
  }
  worker.postMessage(data)
})
parent.postMessage({ type: 'ready' }, '*')
</script>`

function workerSource(): string {
  return `(${runCode.toString()})()`
}

/** Runs in the worker. Written to a string: it may use nothing from outside. */
function runCode(): void {
  const send = self.postMessage.bind(self) as (message: unknown) => void
  const show = (value: unknown): string => {
    if (typeof value === 'string') return value
    try {
      return (
        JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item)) ??
        String(value)
      )
    } catch {
      return String(value)
    }
  }
  const print = (...values: unknown[]): void =>
    send({ type: 'output', text: `${values.map(show).join(' ')}\n` })
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) console[name] = print
  self.addEventListener('message', ({ data }: MessageEvent<string>) => {
    void (async () => {
      try {
        const AsyncFunction = (async () => {}).constructor as new (code: string) => () => Promise<unknown>
        const value = await new AsyncFunction(data)()
        send({ type: 'done', value: value === undefined ? undefined : show(value) })
      } catch (error) {
        const { name, message } = error as Partial<Error>
        send({ type: 'failed', message: name ? `${name}: ${message}` : show(error) })
      }
    })()
  })
}
