import type { ComponentProps } from 'react'
import { Icon } from '../../icons/icon.js'
import type { IconName } from '../../icons/icon-shapes.js'
import { cx } from '../../lib/cx.js'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  /** What the button does and to what: its only name. */
  label: string
}

export function IconButton({ icon, label, className, onClick, ...rest }: IconButtonProps) {
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
      <Icon
        name={icon}
        className={icon === 'previous' || icon === 'next' ? 'ap:rtl:-scale-x-100' : undefined}
      />
    </button>
  )
}
