'use client'

import { createContext, useContext, type ComponentType, type ReactNode } from 'react'
import { takesRef } from './react.js'

/** Does a root stand around? */
const RootedContext = createContext(false)

/** Says to the parts below that a root stands around them. */
export function Rooted({ children }: { children?: ReactNode }) {
  return <RootedContext.Provider value>{children}</RootedContext.Provider>
}

/**
 * Around a public part: brings the root where none stands around, so that the part looks as it should wherever it is put. Its box
 * takes no room; base.css gives the part its ground.
 */
export function OwnRoot({ children }: { children?: ReactNode }) {
  if (useContext(RootedContext)) return children
  return (
    <div data-antiphon-root="own">
      <Rooted>{children}</Rooted>
    </div>
  )
}

/** A public part that stands alone where it must, see `OwnRoot`. Parts that are drawn by `Root` do so without this. */
export function standsAlone<C extends (props: never) => ReactNode>(part: C): C {
  const Inner = takesRef(part) as unknown as ComponentType<object>
  return takesRef(((props: object) => (
    <OwnRoot>
      <Inner {...props} />
    </OwnRoot>
  )) as unknown as C)
}
