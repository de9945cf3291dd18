import 'create-vite/template-react-ts/src/index.css'
import '@antiphon/ui/styles.css'
import { createChat, type Message } from '@antiphon/core'
import { scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { Chat } from '@antiphon/ui'
import type { CSSProperties, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

const messages = Array.from({ length: 40 }, (_, i): Message => {
  const content = `Message ${i}. ${'All work and no play. '.repeat(20)}`
  return i % 2 ? { role: 'assistant', content } : { role: 'user', content }
})
const chat = createChat({
  messages,
  transport: scriptedTransport([textAnswer('A long answer. '.repeat(200))]),
})

const header = <header style={{ height: 56, flex: 'none' }}>My app</header>
const box = (style: CSSProperties, more: ReactNode = <Chat />): ReactNode => <div style={style}>{more}</div>

/** Places for a chat, by `?place=`. */
const places: Record<string, ReactNode> = {
  template: <Chat />,
  block: box({}),
  padded: box({ padding: '2rem' }),
  'below a header': box({}, [header, <Chat key="chat" />]),
  shrinking: box({ display: 'flex', placeItems: 'center', minHeight: '100vh' }, box({})),
  fixed: box({ height: 400 }),
  flex: box({ display: 'flex', flexDirection: 'column', height: '100dvh' }, [header, <Chat key="chat" />]),
  grid: box({ display: 'grid', gridTemplateRows: 'auto minmax(0, 1fr)', height: '100dvh' }, [
    header,
    <Chat key="chat" />,
  ]),
  'higher than the window': box({ height: 1500 }),
  'right to left': (
    <div dir="rtl" style={{ height: 400 }}>
      <Chat />
    </div>
  ),
  widget: box({ position: 'fixed', bottom: 16, insetInlineEnd: 16, width: 320, height: 480 }),
  'limited in height': box({ display: 'flex', flexDirection: 'column', maxHeight: 300 }),
  'of its own height': <Chat style={{ height: 360 }} />,
  'beside another': box({ display: 'flex', height: '100dvh' }, [
    <Chat key="chat" style={{ flex: 1 }} />,
    <aside key="aside" style={{ flex: 'none', width: 500 }} />,
  ]),
}
const place = new URLSearchParams(location.search).get('place')!
const root = document.getElementById('root')!
if (place !== 'template') root.removeAttribute('id')
createRoot(root).render(<ChatProvider chat={chat}>{places[place]}</ChatProvider>)
