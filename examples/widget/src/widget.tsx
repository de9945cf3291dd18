import { ChatProvider, useChat } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import sheet from '@antiphon/ui/styles.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const own = `
  .open { position: fixed; inset: auto 16px 16px auto; padding: 12px 20px; border: 0; border-radius: 24px;
          background: #0f766e; color: white; font: 16px system-ui; cursor: pointer; }
  .panel { position: fixed; inset: auto 16px 80px auto; width: min(380px, 100vw - 32px); height: min(560px, 100dvh - 96px);
           background: white; border-radius: 12px; box-shadow: 0 8px 32px #0004; overflow: hidden; }
`

function Widget() {
  const [open, setOpen] = useState(false)
  const { chat } = useChat({ endpoint: 'http://localhost:11434/v1', model: 'qwen3' })
  return (
    <ChatProvider chat={chat}>
      {open && (
        <div className="panel">
          <Chat />
        </div>
      )}
      <button type="button" className="open" onClick={() => setOpen(!open)}>
        {open ? 'Close' : 'Ask us'}
      </button>
    </ChatProvider>
  )
}

const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
shadow.adoptedStyleSheets = [sheet, own].map((text) => {
  const made = new CSSStyleSheet()
  made.replaceSync(text)
  return made
})
createRoot(shadow.appendChild(document.createElement('div'))).render(<Widget />)
