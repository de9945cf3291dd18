import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../components/button/button.js'
import { useInspectorWords } from './use-inspector-words.js'

export interface PasteFormProps {
  onRead: (text: string) => void
  onCancel: () => void
}

/** Takes any text that has to do with a chat: the panel finds out what it is. */
export function PasteForm({ onRead, onCancel }: PasteFormProps) {
  const { inspector } = useInspectorWords()
  const id = useId()
  const [text, setText] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)
  // It was asked for, so it is what comes next.
  useEffect(() => box.current?.focus(), [])
  const isEmpty = text.trim() === ''
  return (
    <form
      data-slot="wire-paste"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onRead(text)
      }}
    >
      <label htmlFor={id} data-slot="wire-heading">
        {inspector.pasteLabel}
      </label>
      <textarea
        id={id}
        data-slot="wire-input"
        rows={8}
        dir="ltr"
        spellCheck={false}
        ref={box}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onCancel()
        }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div data-slot="wire-actions">
        <Button
          type="submit"
          variant="primary"
          aria-disabled={isEmpty}
          title={isEmpty ? inspector.pasteEmpty : undefined}
        >
          {inspector.pasteRead}
        </Button>
        <Button onClick={onCancel}>{inspector.pasteCancel}</Button>
      </div>
    </form>
  )
}
