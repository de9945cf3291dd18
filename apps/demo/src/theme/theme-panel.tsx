import { useTopLayer } from '@antiphon/ui/parts'
import { useEffect, useId, useRef } from 'react'
import { words } from '../words/words.js'
import { LookEditor, type Density, type Theme } from 'app-parts'
import { setLook, useLook } from './look.js'

const { theme: said, shell } = words

export interface ThemePanelProps {
  /** Where it opens. */
  anchor: () => HTMLElement | null
  theme: Theme
  setTheme: (theme: Theme) => void
  density: Density
  setDensity: (density: Density) => void
  onClose: () => void
}

/** The editor of looks in a popover: it changes this page at once. */
export function ThemePanel({ anchor, theme, setTheme, density, setDensity, onClose }: ThemePanelProps) {
  const look = useLook()
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  useTopLayer(ref, anchor, onClose)
  useEffect(() => ref.current?.querySelector('button')?.focus(), [])
  const leave = (): void => {
    onClose()
    anchor()?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes a dialog
    <div
      ref={ref}
      popover="manual"
      role="dialog"
      aria-labelledby={`${id}-title`}
      className="fixed m-0 w-[296px] overflow-y-auto rounded-block border-0 bg-raised p-4 text-row text-text shadow-float"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        leave()
      }}
    >
      <h2 id={`${id}-title`} className="font-title">
        {said.title}
      </h2>
      <LookEditor
        look={look}
        onLook={setLook}
        theme={theme}
        setTheme={setTheme}
        density={density}
        setDensity={setDensity}
        words={{ ...shell, ...said }}
      />
    </div>
  )
}
