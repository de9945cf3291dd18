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
 * What is attached to the message. Nothing is at first, so the list is loaded once the box stands on the page. Where that fails the
 * names are shown, and it is asked for again with the next file.
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
