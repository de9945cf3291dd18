'use client'

import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { Keys } from './keys.js'
import { MenuButton, type MenuButtonProps, type MenuPlace } from './menu-button.js'
import { createTypeAhead } from './type-ahead.js'
import { useTopLayer } from './use-top-layer.js'

/** One line of a menu. */
export interface MenuItem {
  id: string
  label: string
  /** One of the kit's, or any element of about 16px. */
  icon?: IconName | ReactElement
  /** At the end of the line: the value that a press changes, or a figure. */
  detail?: string
  /** Keys that do the same, as `Command.keys` writes them. */
  keys?: string
  /** In the colour of danger. */
  danger?: boolean
  /** True keeps the menu open, for a line that cycles through values. Default: it closes. */
  keepsOpen?: boolean
  run?(): void
  /** Lines to choose among. They take the place of the menu's when this one is pressed. */
  lines?(): MenuProps['groups']
}

export interface MenuProps extends Omit<MenuButtonProps, 'children'> {
  /** The lines, with a rule between the groups. Empty groups are left out. */
  groups: readonly (readonly MenuItem[])[]
}

/**
 * A button with a menu, which lies over everything else on the page, dialogs too. Arrow keys, Home, End and the first letters
 * move in it; Escape closes it and gives the focus back. A press outside closes it and still counts.
 */
export function Menu({ groups, ...rest }: MenuProps) {
  return <MenuButton {...rest}>{(place) => <MenuLines groups={groups} {...place} />}</MenuButton>
}

export interface MenuLinesProps extends MenuPlace, Pick<MenuProps, 'groups'> {}

/** The lines of an open menu, or those of the one that was chosen. The focus is in them until they close. */
export function MenuLines({ label, groups, ...rest }: MenuLinesProps) {
  const [chosen, choose] = useState<MenuItem>()
  const shown = { label: chosen?.label ?? label, groups: chosen?.lines?.() ?? groups }
  return <Lines key={chosen?.id} {...rest} {...shown} onChoose={choose} />
}

type LinesProps = MenuLinesProps & { onChoose: (item: MenuItem) => void }

function Lines({ id, label, groups, anchor, onClose, onLeave, onChoose }: LinesProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [find] = useState(createTypeAhead)

  useTopLayer(menu, anchor, onClose)
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), [])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    // Elements around the menu, such as a list with arrow keys or a dialog, must not get these keys.
    event.stopPropagation()
    if (event.key === 'Tab') return onLeave()
    if (event.key === 'Escape') {
      event.preventDefault()
      return onLeave()
    }
    if (to !== undefined) event.preventDefault()
    const next =
      to === undefined ? find(event, items, at, (item) => item.textContent) : items[to % items.length]
    next?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      popover="manual"
      data-slot="popup-menu"
      className="ap:fixed ap:inset-auto ap:m-0 ap:min-w-52 ap:max-w-[calc(100vw-16px)] ap:overflow-y-auto ap:rounded-approval ap:border ap:border-transparent ap:bg-raised ap:p-1 ap:text-text ap:shadow-float"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose()
      }}
    >
      {groups
        .filter((items) => items.length > 0)
        .map((items) => (
          <div
            key={items[0]?.id}
            role="group"
            className="ap:not-first:mt-1 ap:not-first:border-t ap:not-first:border-line ap:not-first:pt-1"
          >
            {items.map((item) => (
              <button
                key={item.id}
                type="button"
                role="menuitem"
                aria-haspopup={item.lines && 'menu'}
                tabIndex={-1}
                className={cx(
                  'ap:flex ap:min-h-[34px] ap:w-full ap:items-center ap:gap-2.5 ap:rounded-button ap:px-2.5 ap:text-row ap:hover:bg-hover ap:focus-visible:bg-hover ap:focus-visible:-outline-offset-2 ap:pointer-coarse:min-h-11',
                  item.danger && 'ap:text-danger',
                )}
                onPointerMove={({ currentTarget }) => currentTarget.focus({ preventScroll: true })}
                onClick={() => {
                  if (item.lines) return onChoose(item)
                  if (!item.keepsOpen) onLeave()
                  item.run?.()
                }}
              >
                {item.icon && (
                  <span className={cx('ap:flex-none', !item.danger && 'ap:text-text-3')}>
                    {typeof item.icon === 'string' ? <Icon name={item.icon} /> : item.icon}
                  </span>
                )}
                <span className="ap:min-w-0 ap:flex-1 ap:truncate">{item.label}</span>
                {item.detail && <span className="ap:ps-4 ap:text-data ap:text-text-3">{item.detail}</span>}
                {item.keys && (
                  <span aria-hidden="true" className="ap:pointer-coarse:hidden">
                    <Keys keys={item.keys} />
                  </span>
                )}
              </button>
            ))}
          </div>
        ))}
    </div>
  )
}
