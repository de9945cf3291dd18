'use client'

/** The message box, with files: picked, pasted and dropped. */
import { useAttachments } from '@antiphon/react'
import { Composer, type ComposerProps } from '@antiphon/ui'

export function MessageBox(props: ComposerProps) {
  const { tray } = useAttachments()
  return <Composer {...props} tray={tray} placeholder="Ask the harbour desk" />
}
