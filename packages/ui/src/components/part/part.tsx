'use client'

import {
  createContext,
  useContext,
  type ComponentProps,
  type CSSProperties,
  type JSX,
  type ReactNode,
} from 'react'
import { cx, takesRef } from '../../lib/react.js'
import { OwnRoot, Rooted } from '../../lib/own-root.js'

/** The props of the replaced element, ref included. Put them on your element. */
export type PartAttributes = ComponentProps<'div'> & Record<`data-${string}`, unknown>

/** Draws another element in place of one. */
export type RenderPart = (props: PartAttributes) => ReactNode

/** Changes by a host to one inner part. `className` and `style` are added; `render` replaces the element. */
interface PartOverride {
  className?: string
  style?: CSSProperties
  render?: RenderPart
  [data: `data-${string}`]: string | number | boolean | undefined
}

/** Inner parts of a component by their `data-slot`. */
export type PartSlots<Name extends string> = Partial<Record<Name, PartOverride>>

type Tag = keyof JSX.IntrinsicElements

/** Props of a component whose root is `T`: those of the element, another element in its place, and its inner parts. */
export type RootProps<T extends Tag, Name extends string = never> = Omit<ComponentProps<T>, 'children'> & {
  render?: RenderPart
  slots?: PartSlots<Name>
}

const OverridesContext = createContext<PartSlots<string> | undefined>(undefined)

/** The root element of a component. An inner part belongs to this component, not to the one around it. */
export const Root = /* @__PURE__ */ takesRef(function Root<T extends Tag = 'div'>(
  props: Omit<RootProps<T, string>, 'as'> & { as?: T; slot: string; children?: ReactNode },
) {
  const { as, slot, render, slots, children, ...rest } = props
  const attributes = {
    'data-slot': slot,
    ...rest,
    children: <OverridesContext.Provider value={slots}>{children}</OverridesContext.Provider>,
  } as unknown as PartAttributes
  const Element = (as ?? 'div') as 'div'
  const element = render ? render(attributes) : <Element {...attributes} />
  const Around = 'data-antiphon-root' in rest ? Rooted : OwnRoot
  return <Around>{element}</Around>
})

/** An inner part of the component around it, under the name by which a host finds it. */
export const Part = /* @__PURE__ */ takesRef(function Part<T extends Tag = 'span'>(
  props: Omit<ComponentProps<T>, 'as'> & { as?: T; slot: string; children?: ReactNode },
) {
  const { as, slot, className, style, ...rest } = props as ComponentProps<'div'> & { as?: T; slot: string }
  const { render, className: added, style: more, ...data } = useContext(OverridesContext)?.[slot] ?? {}
  const attributes: PartAttributes = { 'data-slot': slot, ...rest, ...data }
  const classes = cx(className, added)
  if (classes) attributes.className = classes
  if (style ?? more) attributes.style = { ...style, ...more }
  if (render) return render(attributes)
  const Element = (as ?? 'span') as 'div'
  return <Element {...attributes} />
})
