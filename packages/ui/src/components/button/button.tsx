'use client'

import { standsAlone } from '../../lib/own-root.js'
import type { ComponentProps, ReactElement } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { useStaticPage } from '../../lib/static-page.js'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'default' | 'ghost' | 'small' | 'danger'
}

/**
 * A button with words. A disabled one keeps its place in the tab order (`aria-disabled`), so focus is never lost. On a page
 * without scripts there is none.
 */
export const Button = /* @__PURE__ */ standsAlone(function Button({
  variant = 'default',
  onClick,
  ...rest
}: ButtonProps) {
  if (useStaticPage()) return null
  const disabled = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  return (
    <button
      type="button"
      data-slot="button"
      data-variant={variant}
      onClick={disabled ? undefined : onClick}
      {...rest}
    />
  )
})

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The name of a kit icon, or any element of about 16px. */
  icon: IconName | ReactElement
  /** The accessible name: the action and its object. */
  label: string
}

/** A button with only an icon, like those below a message. A disabled one keeps its place in the tab order. */
export const IconButton = /* @__PURE__ */ standsAlone(function IconButton({
  icon,
  label,
  onClick,
  ...rest
}: IconButtonProps) {
  if (useStaticPage()) return null
  const disabled = rest['aria-disabled'] === true || rest['aria-disabled'] === 'true'
  return (
    <button
      type="button"
      data-slot="icon-button"
      aria-label={label}
      title={label}
      onClick={disabled ? undefined : onClick}
      {...rest}
    >
      {typeof icon === 'string' ? (
        <Icon
          name={icon}
          className={icon === 'previous' || icon === 'next' ? 'ap:rtl:-scale-x-100' : undefined}
        />
      ) : (
        icon
      )}
    </button>
  )
})
