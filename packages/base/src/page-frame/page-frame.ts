import { field } from '../json.js'
import {
  allowOf,
  FRAME_FLOODED,
  FRAME_LEFT,
  FRAME_READY,
  FRAME_RESOURCE,
  frameDocument,
  MAX_PER_SECOND,
  PAGE_READY,
  type FrameDomains,
  type FramePermission,
} from './frame-document.js'

/** The frame's own script runs before its document is loaded. A policy of the page keeps it from running. */
const BLOCKED_AFTER_MS = 2_000
/** The longest that a frame may take to load, as on a slow machine or where its page has to be fetched first. */
const LOADED_AFTER_MS = 15_000

/** Why a page is not shown any more. */
export type FrameProblem = 'blocked' | 'left' | 'flood'

interface PageFrameOptions {
  /** Its `data-slot`. */
  slot: string
  html: string
  domains: FrameDomains
  permissions: readonly FramePermission[]
  /** Name of the frame for screen readers. */
  title: string
  /** Address of a page for frames, where the policy of this page lets no script run in a frame made from text. */
  framePage?: string
  onStart(): void
  onMessage(data: unknown): void
  onProblem(problem: FrameProblem): void
}

export interface PageFrame {
  post(message: object): void
  /** Removes it with all that runs in it. */
  remove(): void
}

/**
 * Two frames, one in the other, both without an origin. The outer one holds the policy, passes on and counts messages; the page
 * is in the inner one. Messages that it sends past the outer frame are not read, and count as well.
 */
export function openPageFrame(place: HTMLElement, options: PageFrameOptions): PageFrame {
  const { html, domains, permissions, title, framePage, onStart, onMessage, onProblem } = options
  const frame = document.createElement('iframe')
  const allow = allowOf(permissions)
  frame.dataset['slot'] = options.slot
  // Scripts only: no origin, so no storage and no cookies; no navigation of the page, no windows, forms, dialogs, downloads.
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('allow', allow)
  frame.setAttribute('credentialless', '')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  Object.assign(frame.style, { display: 'block', inlineSize: '100%', blockSize: '100%', border: '0' })

  let isStarted = false
  let since = 0
  let count = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  // A frame without an origin cannot be addressed by one.
  const post = (message: object): void => frame.contentWindow?.postMessage(message, '*')
  const remove = (): void => {
    removeEventListener('message', receive)
    clearTimeout(timer)
    frame.remove()
  }
  const fail = (problem: FrameProblem): void => {
    remove()
    onProblem(problem)
  }
  const isFlood = (): boolean => {
    const now = performance.now()
    if (now - since >= 1_000) {
      since = now
      count = 0
    }
    return ++count > 2 * MAX_PER_SECOND
  }
  function receive(event: MessageEvent<unknown>): void {
    const outer = frame.contentWindow
    if (outer === null || event.source === null) return
    const isOuter = event.source === outer
    if (!isOuter && !isInside(event.source, outer)) return
    // Counted before its data is looked at: unpacking them is most of the work.
    if (isFlood()) return fail('flood')
    if (!isOuter) return
    const method = field(event.data, 'method')
    if (method === FRAME_FLOODED) fail('flood')
    else if (method === FRAME_LEFT) fail('left')
    else if (method === PAGE_READY && framePage !== undefined)
      post({ jsonrpc: '2.0', method: PAGE_READY, params: { document: frameDocument(domains) } })
    else if (method === FRAME_READY && !isStarted) {
      isStarted = true
      clearTimeout(timer)
      post({ jsonrpc: '2.0', method: FRAME_RESOURCE, params: { html, allow, title } })
      onStart()
    } else if (isStarted) onMessage(event.data)
  }

  addEventListener('message', receive)
  try {
    if (framePage === undefined) frame.srcdoc = frameDocument(domains)
    else frame.src = framePage
  } catch {
    // Trusted Types are enforced. In a moment, so that who opens the frame has it.
    queueMicrotask(() => fail('blocked'))
  }
  const limit = (ms: number): void => {
    clearTimeout(timer)
    if (!isStarted) timer = setTimeout(() => fail('blocked'), ms)
  }
  limit(LOADED_AFTER_MS)
  if (framePage === undefined) frame.addEventListener('load', () => limit(BLOCKED_AFTER_MS))
  place.append(frame)
  return { post, remove }
}

/** Is it a window in this one, at any depth? */
function isInside(source: MessageEventSource, outer: Window): boolean {
  if (!('parent' in source)) return false
  let at: Window = source
  for (let depth = 0; depth < 20 && at !== at.parent; depth++) {
    at = at.parent
    if (at === outer) return true
  }
  return false
}
