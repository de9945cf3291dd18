'use client'

import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import { takesRef } from './react.js'

/** True inside a root. */
const RootedContext = createContext(false)

/** Tells the parts below that they are inside a root. */
export function Rooted({ children }: { children?: ReactNode }) {
  return <RootedContext.Provider value>{children}</RootedContext.Provider>
}

/**
 * Wraps a public part in a root if it is not inside one, so that the part looks right wherever it is put. The root's box takes
 * no room; base.css gives the part its ground.
 */
export function OwnRoot({ children }: { children?: ReactNode }) {
  if (useContext(RootedContext)) return children
  return (
    <div data-antiphon-root="own">
      <Rooted>{children}</Rooted>
    </div>
  )
}

/** Makes a public part bring its own root where it needs one, see `OwnRoot`. Parts drawn by `Root` do so without this. */
export function standsAlone<C extends (props: never) => ReactNode>(part: C): C {
  const Inner = takesRef(part) as unknown as ComponentType<object>
  return takesRef(((props: object) => (
    <OwnRoot>
      <Inner {...props} />
    </OwnRoot>
  )) as unknown as C)
}
