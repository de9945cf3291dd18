'use client'

import { useRef, Suspense, useContext, type ReactNode } from 'react'
import { ErrorBoundary } from '../../lib/react.js'
import { revealText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { LatePart } from '../live-parts/late-part.js'
import type { ToolCallBodyProps } from './call-body.js'
import { useViewInput } from './call-form.js'
import { findRenderer, ToolRenderersContext, type ToolRendererView } from './tool-renderers.js'
import { useLayout } from '../../lib/use-layout.js'

/** Length of the end of a growing argument that fills a row. */
export const TAIL = 90

export function tailOf(rawArguments: string): string {
  return rawArguments.length > TAIL ? `…${rawArguments.slice(-TAIL)}` : rawArguments
}

/**
 * Updates the end of growing arguments directly in its text node. With twenty parallel calls nothing else changes in a
 * frame. React stays the owner of the node: its next render uses the same arguments and finds the text already there.
 */
export function useWrittenTail(rawArguments: string) {
  const ref = useRef<HTMLElement>(null)
  const tail = tailOf(rawArguments)
  const segments = revealText(tail)
  // Hidden characters need a render.
  const isWritten = segments.length === 1 && segments[0]!.type === 'text'
  useLayout(() => {
    const node = ref.current?.firstChild
    if (isWritten && node?.nodeType === 3 && node.nodeValue !== tail) node.nodeValue = tail
  }, [isWritten, tail])
  return { ref, isWritten }
}

/**
 * The content of an opened row: the host's view of the tool, else arguments over result. A host's view renders behind a
 * closed row too, because only it knows its words.
 */
export function ToolCallBody({ open, ...props }: ToolCallBodyProps) {
  const renderer = findRenderer(useContext(ToolRenderersContext), props.call.call.function.name)
  if (!renderer || renderer.present === 'card') return <PlainBody open={open} {...props} />
  return (
    <HostView View={renderer.View} {...props}>
      <PlainBody {...props} />
    </HostView>
  )
}

/** Arguments over result, as the kit shows them; their words as one text where `open` is false. */
export function PlainBody({ open = true, ...props }: Omit<ToolCallBodyProps, 'open'> & { open?: boolean }) {
  return <LatePart of="CallBody" open={open} {...props} />
}

/** The host's view of a call. Shows `children` while it loads, and when it throws. */
export function HostView({
  View,
  call,
  live,
  json,
  name,
  children,
}: Omit<ToolCallBodyProps, 'open'> & { View: ToolRendererView; children?: ReactNode }) {
  const { input, isReady } = useViewInput(call, json)
  if (!isReady) return children
  return (
    <ErrorBoundary
      resetKey={call}
      renderFallback={() => <FailedRenderer name={name}>{children}</FailedRenderer>}
    >
      <Suspense fallback={children}>
        <View
          call={call}
          name={call.call.function.name}
          title={name}
          input={input}
          details={call.result?.details}
          live={live}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

function FailedRenderer({ name, children }: { name: string; children: ReactNode }) {
  const { strings } = useWords()
  return (
    <>
      <p className="ap:py-1 ap:text-data ap:text-danger">{strings.call.rendererFailed(name)}</p>
      {children}
    </>
  )
}
