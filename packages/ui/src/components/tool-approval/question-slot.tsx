'use client'

import type { PairedCall } from '@antiphon/core'
import { useToolQuestion } from '@antiphon/react'
import { createElement, useCallback, useState } from 'react'
import { createLazyModule, useLazyModule } from '../../lib/lazy-module.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { Notice } from '../notice/notice.js'

/** Few tools ask, so a page loads this with the first question. */
const lazyQuestion = createLazyModule(() => import('./connected-question.js'))

/** What a running call asks the person. If it fails to load, it says so and offers to try again. */
export function QuestionSlot({ call }: { call: PairedCall }) {
  const { strings } = useWords()
  const control = useToolQuestion(call.key)
  const [failed, setFailed] = useState(false)
  const fail = useCallback(() => setFailed(true), [])
  const parts = useLazyModule(lazyQuestion, control !== undefined && !failed, fail)
  if (!control) return null
  if (parts) return createElement(parts.ConnectedQuestion, { key: control.pending.key, control })
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
