'use client'

import { createElement, Suspense, type ComponentProps, type FunctionComponent } from 'react'
import { useServedModule } from '../../lib/lazy-module.js'
import { useStaticPage } from '../../lib/static-page.js'
import { lazyLive } from './use-live-parts.js'

type PartName = 'CallBody' | 'ErrorDetails' | 'KeepFocus' | 'UsageFigures'

type LiveParts = Awaited<ReturnType<typeof lazyLive.load>>

type LatePartProps = { [Name in PartName]: { of: Name } & ComponentProps<LiveParts[Name]> }[PartName]

/**
 * A part that a server draws, and a page a moment after the message around it. Until its code is there nothing is in its place, or
 * what the server drew.
 */
export function LatePart(props: LatePartProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}

function Loaded({ of, ...props }: LatePartProps) {
  const page = useStaticPage()
  const parts = useServedModule(lazyLive, page === undefined)
  if (!parts) page?.waitFor(lazyLive.load())
  return parts ? createElement(parts[of] as FunctionComponent<object>, props) : null
}
