'use client'

import type { ComponentProps, ReactElement } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { cx, takesRef } from '../../lib/react.js'
import { useStaticPage } from '../../lib/static-page.js'

const variants = {
  primary:
    'ap:h-8 ap:px-3 ap:border-transparent ap:bg-accent-fill ap:text-on-accent ap:hover:bg-accent-hover ap:aria-disabled:bg-sunken ap:aria-disabled:text-text-3',
  default:
    'ap:h-8 ap:px-3 ap:border-line-strong ap:bg-raised ap:text-text ap:hover:bg-surface ap:aria-disabled:text-text-3',
  ghost:
    'ap:h-8 ap:px-3 ap:border-transparent ap:text-text-2 ap:hover:bg-sunken ap:hover:text-text ap:aria-disabled:text-text-3',
  small:
    'ap:h-6.5 ap:px-2 ap:border-transparent ap:text-data ap:text-text-2 ap:hover:bg-sunken ap:hover:text-text',
  danger: 'ap:h-8 ap:px-3 ap:border-transparent ap:bg-danger ap:text-on-danger',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof variants
}

/**
 * A button with words. A disabled one keeps its place in the tab order (`aria-disabled`), so focus is never lost. On a page
 * without scripts there is none.
 */
export const Button = /* @__PURE__ */ takesRef(function Button({
  variant = 'default',
  className,
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
      className={cx(
        'ap:inline-flex ap:items-center ap:justify-center ap:gap-1.5 ap:rounded-button ap:border ap:text-row ap:font-[540] ap:whitespace-nowrap ap:transition-colors ap:duration-fast ap:pointer-coarse:min-h-11',
        variants[variant],
        className,
      )}
      onClick={disabled ? undefined : onClick}
      {...rest}
    />
  )
})

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** One of the kit's, or any element of about 16px, which the label names. */
  icon: IconName | ReactElement
  /** What the button does and to what: its only name. */
  label: string
}

/** A button with an icon, as they stand below a message. A disabled one keeps its place in the tab order. */
export const IconButton = /* @__PURE__ */ takesRef(function IconButton({
  icon,
  label,
  className,
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
      className={cx(
        'ap:inline-grid ap:size-target ap:flex-none ap:place-items-center ap:rounded-button ap:text-text-2 ap:transition-colors ap:duration-fast ap:not-aria-disabled:hover:bg-sunken ap:not-aria-disabled:hover:text-text ap:aria-disabled:text-text-3',
        className,
      )}
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
