'use client'

import type { ReactNode } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { cx } from '../../lib/react.js'
import { Part, Root, type RootProps } from '../part/part.js'

export type NoticeTone = 'warn' | 'danger' | 'neutral' | 'info'

/** Parts of every notice, by name. */
export type NoticeSlot = 'notice-mark' | 'notice-words' | 'title' | 'detail' | 'actions'

export interface NoticeProps extends Omit<RootProps<'div', NoticeSlot>, 'title'> {
  children?: ReactNode
  tone: NoticeTone
  icon: IconName
  title: ReactNode
  detail?: ReactNode
  /** Buttons; left out when there are none. One is beside the words, several are below. */
  actions?: ReactNode
  /** At the end of the title. */
  aside?: ReactNode
}

const titleTone: Record<NoticeTone, string> = {
  warn: 'ap:text-warn',
  danger: 'ap:text-danger',
  neutral: 'ap:text-text',
  info: 'ap:text-info',
}

/** A block under an answer that says in plain words what happened and offers the next step. */
export function Notice({ tone, icon, title, detail, actions, aside, children, ...rest }: NoticeProps) {
  return (
    <Root slot="notice" data-tone={tone} {...rest}>
      <Part slot="notice-mark" className={titleTone[tone]}>
        <Icon name={icon} />
      </Part>
      <Part as="div" slot="notice-words" className="ap:min-w-0 ap:flex-1">
        <Part as="div" slot="title" className={cx('ap:font-title', titleTone[tone])}>
          {title}
        </Part>
        {detail !== undefined && (
          <Part as="div" slot="detail">
            {detail}
          </Part>
        )}
      </Part>
      {aside && <div data-slot="notice-aside">{aside}</div>}
      {actions && (
        <Part as="div" slot="actions" data-print="hide" className="ap:flex ap:flex-wrap ap:gap-2">
          {actions}
        </Part>
      )}
      {children}
    </Root>
  )
}
