import { createElement, use, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { SlotComponentsContext, type SlotComponents } from './slot-components.js'

type Props<K extends keyof SlotComponents> = ComponentProps<SlotComponents[K]> & { children?: ReactNode }

/** Draws the host's component for a place, or the kit's own. */
export function Slot<K extends keyof SlotComponents>({
  of,
  own,
  ...props
}: { of: K; own: SlotComponents[K] } & Props<K>) {
  const View = use(SlotComponentsContext)[of] ?? own
  return createElement(View as ComponentType<object>, props)
}
