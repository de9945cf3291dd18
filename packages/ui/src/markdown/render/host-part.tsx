'use client'

import { createElement, Suspense, type ComponentType, type ElementType, type ReactNode } from 'react'

/** A component of the host, or the kit's own. The host's may be lazy: until it has come, the kit's own stands there. */
export function HostPart<P extends object>({
  of: View,
  own,
  ...props
}: { of: ElementType<P> | undefined; own: ComponentType<P>; children?: ReactNode } & NoInfer<P>) {
  const standIn = createElement(own as ComponentType<object>, props)
  if (!View || View === own) return standIn
  return <Suspense fallback={standIn}>{createElement(View as ComponentType<object>, props)}</Suspense>
}
