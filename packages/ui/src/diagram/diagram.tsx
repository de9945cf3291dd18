import { memo, useEffect, useRef, useState } from 'react'
import { CodeBlock } from '../markdown/code-block.js'
import { useStrings } from '../markdown/context.js'
import type { FenceProps, MarkdownPlugin } from '../markdown/plugins.js'
import { DiagramFrame, type Drawing } from './diagram-frame.js'

export interface DiagramOptions {
  /**
   * Address of mermaid in one file, `mermaid/dist/mermaid.min.js`, from the page's own server: with Vite,
   * `import script from 'mermaid/dist/mermaid.min.js?url'`.
   */
  script: string
}

type Outcome =
  | { readonly code: string; readonly dark: boolean; readonly drawing: Drawing }
  | { readonly code: string; readonly dark: boolean; readonly problem: string }

/** An image of SVG runs nothing and loads nothing, whatever it says. */
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
 * a frame that shares nothing with the page and shown as an image; their source is one press away (S13).
 */
export function diagram({ script }: DiagramOptions): MarkdownPlugin {
  const frame = new DiagramFrame(script)
  return {
    name: 'diagram',
    fences: { mermaid: ({ code }: FenceProps) => <Diagram code={code} frame={frame} /> },
  }
}
