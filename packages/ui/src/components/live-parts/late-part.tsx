'use client'

import { createElement, memo, Suspense, useRef, type ComponentProps, type FunctionComponent } from 'react'
import { useServedModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import { useLayout } from '../../lib/use-layout.js'
import { lazyLive } from './use-live-parts.js'

type PartName = 'CallBody' | 'ErrorDetails' | 'KeepFocus' | 'SummariseButton' | 'UsageFigures'

type LiveParts = Awaited<ReturnType<typeof lazyLive.load>>

type LatePartProps = { [Name in PartName]: { of: Name } & ComponentProps<LiveParts[Name]> }[PartName]

/**
 * A part that a server draws, and a page a moment after the message around it. Until its code is there nothing is in its place, or
 * what the server drew. It is not drawn again with the same props: React 18 throws away what a server drew when that happens before it takes it over.
 */
export const LatePart = memo(function LatePart(props: LatePartProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
})

function Loaded({ of, ...props }: LatePartProps) {
  const page = useStaticPage()
  const parts = useServedModule(lazyLive, page === undefined)
  if (!parts) page?.waitFor(lazyLive.load())
  if (parts) return createElement(parts[of] as FunctionComponent<object>, props)
  return of === 'CallBody' ? <Awaited /> : null
}

/**
 * Keeps the messages from sight for a moment, since an open call that fills in would push them aside. A call that is opened later hides
 * nothing. An attribute, because a selector that looks for this element costs with each piece of an answer.
 */
function Awaited() {
  const place = useRef<HTMLSpanElement>(null)
  useLayout(() => {
    if (place.current!.closest('[data-slot="fold"][data-state="closed"]')) return
    const turns = place.current!.closest('[data-slot="turns"]')
    turns?.setAttribute('data-awaits', '')
    return () => turns?.removeAttribute('data-awaits')
  }, [])
  return <span ref={place} hidden />
}
