'use client'

import { Suspense, type ComponentType, type ElementType, type ReactNode } from 'react'

/** A component of the host, or the kit's own. The host's may be lazy: the kit's own is shown until it has loaded. */
export function HostPart<P extends object>({
  of: View,
  own,
  ...props
}: { of: ElementType<P> | undefined; own: ComponentType<P>; children?: ReactNode } & NoInfer<P>) {
  const Own = own as ComponentType<object>
  if (!View || View === own) return <Own {...props} />
  const Host = View as ComponentType<object>
  return (
    <Suspense fallback={<Own {...props} />}>
      <Host {...props} />
    </Suspense>
  )
}
