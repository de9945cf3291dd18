'use client'

import type { PairedCall } from '@antiphon/core'
import { createElement, useCallback, useState } from 'react'
import { useLazyModule } from '../../lib/lazy-module.js'
import { lazyLive } from '../live-parts/use-live-parts.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Notice } from '../notice/notice.js'

/** The question about a call of the chat above. If it fails to load, it says so and offers to try again. */
export function ApprovalCard({ call }: { call: PairedCall }) {
  const { strings } = useWords()
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const parts = useLazyModule(lazyLive, !failed, fail)
  if (parts) return createElement(parts.ConnectedApproval, { call })
  if (!failed) return null
  return (
    <Notice
      role="alert"
      tone="danger"
      icon="alert"
      title={strings.approval.notLoaded}
      actions={<Button onClick={() => setFailed(false)}>{strings.actions.retry}</Button>}
    />
  )
}
