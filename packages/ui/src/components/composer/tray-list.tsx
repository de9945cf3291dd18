'use client'

import { createElement, useCallback, useState } from 'react'
import { createLazyModule, useLazyModule } from '../../lib/lazy-module.js'
import { RevealedText } from '../../lib/reveal-text.js'
import type { AttachmentListProps } from '../attachment/attachment-list.js'
import { Part } from '../part/part.js'
import { useTray } from './composer-attachments.js'

const lazyList = createLazyModule(() =>
  import('../user-message/editor-parts.js').then(({ AttachmentList }) => AttachmentList),
)

/**
 * The attachments of the message. There are none at first, so the list is loaded after the box. If that fails the names are
 * shown, and the next file tries again.
 */
export function TrayList(props: AttachmentListProps) {
  const { items } = useTray(props.tray)
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const List = useLazyModule(lazyList, `${items.length} files`, fail)
  if (List) return createElement(List, props)
  if (!failed || items.length === 0) return null
  return (
    <Part as="p" slot="attachments">
      <RevealedText text={items.map(({ name }) => name).join(', ')} />
    </Part>
  )
}
