import { ChatProvider, useAttachments, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import '@antiphon/ui/styles.css'
import { useState } from 'react'

const [endpoint, model] = ['/api/v1', 'support']
const panel = {
  position: 'fixed',
  inset: 'auto 1rem 4rem auto',
  zIndex: 10,
  width: 'min(24rem, 100vw - 2rem)',
  height: 'min(36rem, 100dvh - 5rem)',
  overflow: 'hidden',
  border: '1px solid var(--antiphon-edge)',
  borderRadius: 'var(--antiphon-radius-block)',
} as const

/** It is still mounted when it is closed: the chat, the text that was begun and its files are kept here. */
export default function Drawer({ isOpen }: { isOpen: boolean }) {
  const { chat } = useChat({ endpoint, model })
  const { tray } = useAttachments({ endpoint, model })
  const [value, onValueChange] = useState('')
  if (!isOpen) return null
  return (
    <ChatProvider chat={chat}>
      <Chat audience="people" style={panel} composer={{ tray, value, onValueChange }} />
    </ChatProvider>
  )
}
