import { createAttachmentTray, type AttachmentTray, type Upload } from '@antiphon/react'
import { useEffect, useRef, useState } from 'react'
import { storyPicture } from '../../fixtures/story-picture.js'
import { Composer } from './composer.js'

const nothing = (): void => {}

export const storyText = (name: string, characters: number): File => new File(['x'.repeat(characters)], name)

export function storyImage(name: string): File {
  const base64 = storyPicture.slice(storyPicture.indexOf(',') + 1)
  return new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type: 'image/png' })
}

/** A composer whose tray is filled once the page is there, as a person would. */
export function FilledComposer({ upload, fill }: { upload?: Upload; fill: (tray: AttachmentTray) => void }) {
  const [tray] = useState(() => createAttachmentTray({ upload }))
  const filled = useRef(false)
  useEffect(() => {
    if (!filled.current) fill(tray)
    filled.current = true
  }, [fill, tray])
  return <Composer model="gpt-4o" onSend={nothing} tray={tray} defaultValue="What changed in these?" />
}

/** A composer over which files are being dragged. */
export function DraggedComposer() {
  const place = useRef<HTMLDivElement>(null)
  const [tray] = useState(() => createAttachmentTray())
  useEffect(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(storyText('metrics.csv', 10))
    const event = new DragEvent('dragenter', { dataTransfer, bubbles: true, cancelable: true })
    place.current?.querySelector('form')?.dispatchEvent(event)
  }, [])
  return (
    <div ref={place}>
      <Composer model="gpt-4o" onSend={nothing} tray={tray} />
    </div>
  )
}

/** A composer whose message could not be sent. */
export function RefusedComposer() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('form')?.requestSubmit(), [])
  return (
    <div ref={place}>
      <Composer
        model="gpt-4o"
        onSend={() => Promise.reject(new Error('There is no endpoint. Choose one in the settings.'))}
        defaultValue="Why did latency jump?"
      />
    </div>
  )
}

const log = 'GET /checkout 504 10.0 s\n'.repeat(400)

/** A composer into which a long text was pasted. */
export function PastedComposer() {
  const place = useRef<HTMLDivElement>(null)
  const [tray] = useState(() => createAttachmentTray())
  useEffect(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', log)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    place.current?.querySelector('textarea')?.dispatchEvent(event)
  }, [])
  return (
    <div ref={place}>
      <Composer model="gpt-4o" onSend={nothing} tray={tray} defaultValue={`Why?\n${log}`} />
    </div>
  )
}
