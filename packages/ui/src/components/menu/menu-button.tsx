'use client'

import { useCallback, useId, useRef, useState, type ReactNode } from 'react'
import { standsAlone } from '../../lib/own-root.js'
import { IconButton, type IconButtonProps } from '../button/button.js'

/** The place of an open menu: its button, and the ways to close it. */
export interface MenuPlace {
  id: string
  label: string
  anchor: () => HTMLElement | null | undefined
  onClose: () => void
  /** Closes, with the focus back on the button. */
  onLeave: () => void
}

export interface MenuButtonProps extends Omit<IconButtonProps, 'icon' | 'label' | 'onClick'> {
  /** Name of the button and its menu. */
  label: string
  /** Default: three dots. */
  icon?: IconButtonProps['icon']
  /** Draws the menu while it is open. */
  children: (place: MenuPlace) => ReactNode
}

/** The button of a menu, apart from the lines, so that a page may load those when they open. */
export const MenuButton = /* @__PURE__ */ standsAlone(function MenuButton({
  label,
  icon = 'other',
  children,
  ...rest
}: MenuButtonProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLSpanElement>(null)
  const anchor = (): HTMLElement | null | undefined => button.current?.querySelector('button')
  const onClose = useCallback(() => setOpen(false), [])
  const onLeave = (): void => {
    onClose()
    anchor()?.focus()
  }
  return (
    <span ref={button} className="ap:contents">
      <IconButton
        {...rest}
        icon={icon}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
          event.preventDefault()
          setOpen(true)
        }}
      />
      {open && children({ id, label, anchor, onClose, onLeave })}
    </span>
  )
})
