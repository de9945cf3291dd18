import { defineTool } from '@antiphon/core'
import * as z from 'zod'

interface SandboxOptions {
  /** Removes the sandbox, even while code runs in it. */
  signal: AbortSignal
  onOutput(text: string): void
}

/**
 * Limits of the sandbox, in characters and lines. Exceeding one fails with a message that says so; only `error` is cut instead.
 */
const LIMITS = { output: 1_000_000, lines: 10_000, result: 1_000_000, error: 10_000 }

/** Messages that the frame may send. */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('output'), text: z.string() }),
  z.object({ type: z.literal('done'), value: z.string().optional() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])

/** How long a loaded frame may take to say that it is ready. */
const READY_MS = 2_000

/**
 * Runs code where it can reach nothing: neither this page nor the network. Resolves with what it returned, as text;
 * rejects with its error, and when it prints or returns more than `LIMITS`. Prints arrive in a few parts a second.
 */
function runInSandbox(code: string, { signal, onOutput }: SandboxOptions): Promise<string | undefined> {
  const frame = document.createElement('iframe')
  // Scripts, and nothing else: not even an origin of its own.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.hidden = true
  frame.src = new URL('sandbox.html', document.baseURI).href
  const cleanUp = new AbortController()
  let isReady = false
  return new Promise<string | undefined>((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: cleanUp.signal })
    const take = ({ source, data }: MessageEvent): void => {
      if (source !== frame.contentWindow) return
      const read = messageSchema.safeParse(data)
      if (!read.success) return
      const message = read.data
      if (message.type === 'ready') {
        // Only once: a second message must not start the code again.
        if (!isReady) frame.contentWindow?.postMessage({ code, limits: LIMITS }, '*')
        isReady = true
      } else if (message.type === 'output') onOutput(message.text)
      else if (message.type === 'done') resolve(message.value)
      else reject(new Error(message.message))
    }
    window.addEventListener('message', take, { signal: cleanUp.signal })
    const missing = new Error('The sandbox could not be loaded. Is the server of this page reachable?')
    // A frame says that it has loaded its own error page, too.
    const check = (): unknown => setTimeout(() => !isReady && reject(missing), READY_MS)
    frame.addEventListener('load', check, { signal: cleanUp.signal })
    document.body.append(frame)
  }).finally(() => {
    cleanUp.abort()
    frame.remove()
  })
}

/** Code of the model. A person sees it before it runs; it runs in a sandbox without network, for ten seconds at most. */
export const runJavascript = defineTool({
  name: 'run_javascript',
  description:
    'Runs JavaScript in a sandbox without network or page, as the body of an async function. Use return for the result and console.log to show the way. No import(). Ends after 10 seconds, or when it prints or returns more than a million characters.',
  parameters: z.object({ code: z.string().describe('Such as: return [1, 2, 3].map((n) => n ** 2)') }),
  approval: 'always',
  timeout: 10_000,
  async execute({ code }, { signal, report }) {
    let output = ''
    const onOutput = (text: string): void => {
      output += text
      report({ type: 'output', text })
    }
    const value = await runInSandbox(code, { signal, onOutput })
    return { ...(output && { output }), returned: value ?? null }
  },
})
