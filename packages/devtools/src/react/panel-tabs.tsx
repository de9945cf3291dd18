'use client'

import { useId, type KeyboardEvent, type ReactNode } from 'react'

export interface PanelTab<T extends string> {
  value: T
  label: ReactNode
  panel: ReactNode
}

export interface PanelTabsProps<T extends string> {
  label: string
  tabs: readonly PanelTab<T>[]
  value: T
  onChange: (value: T) => void
  /** `small` for tabs inside a panel. */
  size?: 'small'
  /** Puts the tabs among other things. Default: they are alone above their panel. */
  frame?: (tabs: ReactNode) => ReactNode
}

/** Tabs with one stop for the keyboard: arrows, Home and End choose. Only the chosen panel is in the document. */
export function PanelTabs<T extends string>(props: PanelTabsProps<T>) {
  const { label, tabs, value, onChange, size, frame = (list) => list } = props
  const id = useId()
  const at = tabs.findIndex((tab) => tab.value === value)
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Record<string, number> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }
    const step = steps[event.key]
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? undefined
            : at + step
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]!
    onChange(next.value)
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
  }
  const list = (
    <div role="tablist" aria-label={label} data-slot="wire-tabs" data-size={size}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? `${id}-panel` : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          data-slot="wire-tab"
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
  return (
    <>
      {frame(list)}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
        data-slot="wire-panel"
        data-view={value}
      >
        {tabs[at]?.panel}
      </div>
    </>
  )
}
