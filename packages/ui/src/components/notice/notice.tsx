import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'
import type { IconName } from '../../icons/icon-shapes.js'
import { cx } from '../../lib/cx.js'

export type NoticeTone = 'warn' | 'danger' | 'neutral' | 'info'

export interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone: NoticeTone
  icon: IconName
  title: ReactNode
  detail?: ReactNode
  /** Buttons; left out when there is none. */
  actions?: ReactNode
}

const titleTone: Record<NoticeTone, string> = {
  warn: 'ap:text-warn',
  danger: 'ap:text-danger',
  neutral: 'ap:text-text',
  info: 'ap:text-info',
}

/** A block under an answer that says in plain words what happened and offers the next step. */
export function Notice({ tone, icon, title, detail, actions, className, children, ...rest }: NoticeProps) {
  return (
    <div data-slot="notice" data-tone={tone} className={className} {...rest}>
      <span data-slot="notice-mark" className={cx('ap:self-start ap:pt-0.5', titleTone[tone])}>
        <Icon name={icon} />
      </span>
      <div data-slot="notice-words" className="ap:min-w-0 ap:flex-1">
        <div data-slot="title" className={cx('ap:font-title', titleTone[tone])}>
          {title}
        </div>
        {detail !== undefined && <div data-slot="detail">{detail}</div>}
      </div>
      {actions && (
        <div data-slot="actions" data-print="hide" className="ap:flex ap:flex-wrap ap:gap-2">
          {actions}
        </div>
      )}
      {children}
    </div>
  )
}
