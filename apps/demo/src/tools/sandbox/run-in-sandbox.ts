import { sandboxPage } from './sandbox-page.js'

export interface SandboxOptions {
  /** Takes the sandbox away, whatever it is doing. */
  signal: AbortSignal
  onOutput(text: string): void
}

type SandboxMessage =
  | { type: 'ready' }
  | { type: 'output'; text: string }
  | { type: 'done'; value?: string }
  | { type: 'failed'; message: string }

/**
 * Runs code where it can reach nothing: neither this page nor the network. Resolves with what it returned, as text;
 * rejects with its error.
 */
export function runInSandbox(
  code: string,
  { signal, onOutput }: SandboxOptions,
): Promise<string | undefined> {
  const frame = document.createElement('iframe')
  // Scripts, and nothing else: not even an origin of its own.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.hidden = true
  frame.srcdoc = sandboxPage
  const cleanUp = new AbortController()
  return new Promise<string | undefined>((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: cleanUp.signal })
    const take = ({ source, data }: MessageEvent): void => {
      if (source !== frame.contentWindow) return
      const message = data as SandboxMessage
      if (message.type === 'ready') frame.contentWindow?.postMessage(code, '*')
      else if (message.type === 'output') onOutput(message.text)
      else if (message.type === 'done') resolve(message.value)
      else reject(new Error(message.message))
    }
    window.addEventListener('message', take, { signal: cleanUp.signal })
    document.body.append(frame)
  }).finally(() => {
    cleanUp.abort()
    frame.remove()
  })
}
