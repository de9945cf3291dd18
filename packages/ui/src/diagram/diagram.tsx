'use client'

import { memo, useEffect, useRef, useState } from 'react'
import { CodeBlock } from '../markdown/render/code-block.js'
import { useStrings, type FenceProps, type MarkdownPlugin } from '../markdown/render/context.js'
import { frameDocument } from './frame-document.js'

interface Drawing {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** Longest wait for one drawing, in ms. A diagram that takes longer costs the frame. */
const PATIENCE = 10_000
/** The same for mermaid itself, 5 MB of it. */
const LOAD_PATIENCE = 60_000
const MAX_SVG = 2_000_000

type Answer = { id: number; svg: string; width: number; height: number } | { id: number; error: string }

const isSize = (value: unknown): value is number => typeof value === 'number' && value > 0 && value < 100_000

/** The messages that the frame may send, checked: it is trusted no more than the text it draws. */
function readAnswer(data: unknown): Answer | null {
  if (typeof data !== 'object' || data === null) return null
  const { id, svg, width, height, error } = data as Record<string, unknown>
  if (typeof id !== 'number') return null
  if (typeof error === 'string') return { id, error: error.slice(0, 500) }
  if (typeof svg !== 'string' || svg.length > MAX_SVG || !isSize(width) || !isSize(height))
    return { id, error: 'The drawing has no size, or is too large.' }
  return { id, svg, width, height }
}

interface Waiting {
  readonly done: (drawing: Drawing) => void
  readonly failed: (error: Error) => void
  readonly timer: ReturnType<typeof setTimeout>
}

/**
 * The frame in which diagrams are drawn. It is sandboxed with scripts only, so it has no origin, storage, forms, popups or
 * access to the page. Its own policy lets it load mermaid and nothing else. A page has one frame, made with the first
 * diagram.
 */
class DiagramFrame {
  readonly source: DiagramOptions
  private frame: Promise<HTMLIFrameElement> | null = null
  private element: HTMLIFrameElement | null = null
  private readonly waiting = new Map<number, Waiting>()
  private next = 0

  constructor(source: DiagramOptions) {
    this.source = source
  }

  async draw(code: string, dark: boolean): Promise<Drawing> {
    const frame = await (this.frame ??= this.open())
    const id = this.next++
    return new Promise((done, failed) => {
      const timer = setTimeout(() => this.close(new Error('Drawing took too long.')), PATIENCE)
      this.waiting.set(id, { done, failed, timer })
      // A frame without an origin cannot be addressed by one.
      frame.contentWindow?.postMessage({ id, code, dark }, '*')
    })
  }

  private async open(): Promise<HTMLIFrameElement> {
    const frame = document.createElement('iframe')
    this.element = frame
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.setAttribute('aria-hidden', 'true')
    frame.setAttribute('credentialless', '')
    frame.referrerPolicy = 'no-referrer'
    frame.tabIndex = -1
    frame.title = ''
    frame.dataset['slot'] = 'diagram-frame'
    // Out of sight, not out of layout: text has to be measured in it.
    Object.assign(frame.style, {
      position: 'fixed',
      insetInlineStart: '-10000px',
      top: '0',
      width: '1000px',
      height: '1000px',
      border: '0',
      visibility: 'hidden',
      pointerEvents: 'none',
    })
    const { source } = this
    const address = 'page' in source ? source.page : source.script
    if ('page' in source) frame.src = new URL(source.page, document.baseURI).href
    else frame.srcdoc = await frameDocument(source.script)
    const ready = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${address} could not be loaded.`)), LOAD_PATIENCE)
      const first = (event: MessageEvent<unknown>): void => {
        const data = event.data as { ready?: unknown } | null
        if (event.source !== frame.contentWindow || typeof data?.ready !== 'boolean') return
        removeEventListener('message', first)
        clearTimeout(timer)
        if (data.ready) resolve()
        else reject(new Error(`${address} is not mermaid, or could not be loaded.`))
      }
      addEventListener('message', first)
    })
    addEventListener('message', this.receive)
    document.body.append(frame)
    try {
      await ready
    } catch (error) {
      this.close(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
    return frame
  }

  private readonly receive = (event: MessageEvent<unknown>): void => {
    if (this.element === null || event.source !== this.element.contentWindow) return
    const answer = readAnswer(event.data)
    const waiting = answer && this.waiting.get(answer.id)
    if (!waiting) return
    this.waiting.delete(answer.id)
    clearTimeout(waiting.timer)
    if ('error' in answer) waiting.failed(new Error(answer.error))
    else waiting.done(answer)
  }

  /** Removes the frame with everything that runs in it. The next diagram gets a new one. */
  private close(error: Error): void {
    removeEventListener('message', this.receive)
    this.element?.remove()
    this.element = null
    this.frame = null
    for (const { failed, timer } of this.waiting.values()) {
      clearTimeout(timer)
      failed(error)
    }
    this.waiting.clear()
  }
}

/** Where the frame has mermaid from. */
export type DiagramOptions =
  | {
      /**
       * Address of mermaid in one file, `mermaid/dist/mermaid.min.js`, from the page's own server: with Vite,
       * `import script from 'mermaid/dist/mermaid.min.js?url'`. The frame is under the policy of the page.
       */
      script: string
    }
  | {
      /** Address of a file that `diagramPage` wrote, from the page's own server. The security policy of that file applies to the frame. */
      page: string
    }

type Outcome =
  | { readonly code: string; readonly dark: boolean; readonly drawing: Drawing }
  | { readonly code: string; readonly dark: boolean; readonly problem: string }

/** An SVG in an image element runs nothing and loads nothing. */
const address = ({ svg }: Drawing): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

const Diagram = memo(function Diagram({ code, frame }: FenceProps & { frame: DiagramFrame }) {
  const strings = useStrings()
  const place = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [asSource, setAsSource] = useState(false)
  useEffect(() => {
    let left = false
    const dark = place.current !== null && getComputedStyle(place.current).colorScheme.includes('dark')
    frame.draw(code, dark).then(
      (drawing) => {
        if (!left) setOutcome({ code, dark, drawing })
      },
      (error: unknown) => {
        if (!left) setOutcome({ code, dark, problem: error instanceof Error ? error.message : String(error) })
      },
    )
    return () => {
      left = true
    }
  }, [code, frame])
  const current = outcome?.code === code ? outcome : null
  const drawing = current !== null && 'drawing' in current ? current.drawing : null
  const failed = current !== null && 'problem' in current
  return (
    <figure
      ref={place}
      data-slot="diagram"
      data-state={drawing !== null ? 'drawn' : failed ? 'failed' : 'waiting'}
    >
      {failed && (
        <p data-slot="diagram-note" title={current.problem}>
          {strings.diagramFailed}
        </p>
      )}
      {drawing !== null && !asSource ? (
        <div data-slot="diagram-scroll" role="group" tabIndex={0} aria-label={strings.diagram}>
          <img
            src={address(drawing)}
            alt={code.slice(0, 300)}
            width={drawing.width}
            height={drawing.height}
            // Smaller where that makes it fit, as long as its words can be read.
            style={{ maxInlineSize: `max(100%, ${Math.round(drawing.width * 0.7)}px)` }}
          />
        </div>
      ) : (
        <CodeBlock code={code} language="mermaid" />
      )}
      {drawing !== null && (
        <button
          type="button"
          data-slot="markdown-button"
          aria-pressed={asSource}
          onClick={() => setAsSource(!asSource)}
        >
          {strings.showSource}
        </button>
      )}
    </figure>
  )
})

/**
 * Diagrams of mermaid in answers: complete blocks of code with the language `mermaid`. Give it to `MarkdownPlugins`. They are drawn in
 * a frame that shares nothing with the page and shown as an image; their source is one press away.
 */
export function diagram(source: DiagramOptions): MarkdownPlugin {
  const frame = new DiagramFrame(source)
  return {
    name: 'diagram',
    fences: { mermaid: ({ code }: FenceProps) => <Diagram code={code} frame={frame} /> },
  }
}
