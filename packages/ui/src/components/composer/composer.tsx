import {
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { cx } from '../../lib/cx.js'
import type { StringOverrides } from '../../strings/english.js'
import { StringsProvider, useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'
import { ComposerQueue, type QueueEntry } from './composer-queue.js'
import { deviceEnterKey, enterMeaning, type EnterKey } from './composer-keys.js'
import { SendButton } from './send-button.js'
import { useAutosize } from './use-autosize.js'
import { useFileDrop } from './use-file-drop.js'

export interface ComposerProps extends Omit<
  ComponentProps<'form'>,
  'onSubmit' | 'children' | 'defaultValue'
> {
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  /** Called with the trimmed text. While an answer streams it means "queue". Return false to keep the text. */
  onSend?: (text: string) => boolean | void
  onStop?: () => void
  /** `sending` and `streaming` put Stop where Send was. */
  status?: 'idle' | 'sending' | 'streaming' | 'disabled'
  /** For the placeholder, and as a chip when `modelSlot` is not given. */
  model?: string
  /** A model picker. */
  modelSlot?: ReactNode
  /** Buttons before the model. */
  toolsSlot?: ReactNode
  /** Chips above the text. */
  attachments?: ReactNode
  /** Files pasted, dropped or picked; gives the attach button. */
  onFiles?: (files: File[]) => void
  /** Messages that wait for the end of the answer. */
  queue?: readonly QueueEntry[]
  onQueueRemove?: (id: string) => void
  /** Arrow up in an empty box. */
  onEditLast?: () => void
  /** What Enter does. Default: sends, and on a touch keyboard starts a line. */
  enterKey?: EnterKey
  placeholder?: string
  theme?: 'light' | 'dark' | 'system'
  strings?: StringOverrides
}

/** Where one writes. Enter sends, Shift and Enter starts a line, Escape stops; while an answer streams one types ahead. */
export function Composer({ strings, ...rest }: ComposerProps) {
  return (
    <StringsProvider strings={strings}>
      <ComposerForm {...rest} />
    </StringsProvider>
  )
}

function ComposerForm(props: Omit<ComposerProps, 'strings'>) {
  const {
    value,
    defaultValue = '',
    onValueChange,
    onSend,
    onStop,
    status = 'idle',
    model,
    modelSlot,
    ...others
  } = props
  const { toolsSlot, attachments, onFiles, queue = [], onQueueRemove, onEditLast, enterKey, ...more } = others
  const { placeholder, theme, className, ...rest } = more
  const { strings } = useWords()
  const words = strings.composer
  const [own, setOwn] = useState(defaultValue)
  const text = value ?? own
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const busy = status === 'sending' || status === 'streaming'
  const drop = useFileDrop(onFiles)
  useAutosize(field, text)

  const change = (next: string): void => {
    if (value === undefined) setOwn(next)
    onValueChange?.(next)
  }
  const send = (): void => {
    // The field itself is asked: a second Enter in the same tick comes before a render.
    const current = field.current?.value ?? text
    if (status === 'disabled' || current.trim() === '' || !onSend) return
    if (onSend(current.trim()) === false) return
    if (field.current && value === undefined) field.current.value = ''
    change('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape' && busy && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onStop?.()
    } else if (event.key === 'ArrowUp' && text === '' && onEditLast) {
      event.preventDefault()
      onEditLast()
    } else if (enterMeaning(event, enterKey ?? deviceEnterKey()) === 'send') {
      event.preventDefault()
      if (!event.repeat) send()
    }
  }

  return (
    <form
      data-antiphon-root=""
      data-slot="composer"
      data-theme={theme}
      data-state={drop.over ? 'drag' : status}
      aria-label={words.label}
      className={cx('ap:min-w-0', className)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
      {...drop.handlers}
      {...rest}
    >
      <div data-slot="composer-shell">
        <ComposerQueue queue={queue} onRemove={onQueueRemove} />
        {attachments && <div data-slot="attachments">{attachments}</div>}
        <textarea
          ref={field}
          data-slot="input"
          rows={1}
          value={text}
          dir="auto"
          aria-label={words.label}
          aria-describedby={hintId}
          aria-disabled={status === 'disabled' ? true : undefined}
          readOnly={status === 'disabled'}
          placeholder={placeholder ?? (busy ? words.typeAhead : words.placeholder(model))}
          enterKeyHint={enterKey === 'line' ? 'enter' : 'send'}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={drop.onPaste}
        />
        <div data-slot="composer-bar" className="ap:flex ap:items-center ap:gap-1">
          {onFiles && <AttachButton label={words.attach} onFiles={onFiles} />}
          {toolsSlot}
          {modelSlot ?? (model && <span data-slot="model">{model}</span>)}
          <span data-slot="hint" aria-hidden="true" data-print="hide">
            {busy ? words.hintStop : enterKey === 'line' ? words.hintSwapped : words.hintSend}
          </span>
          <span id={hintId} className="ap:sr-only">
            {enterKey === 'line' ? words.describeSwapped : words.describeSend}
          </span>
          <SendButton busy={busy} empty={text.trim() === '' || status === 'disabled'} onStop={onStop} />
        </div>
        {drop.over && <div data-slot="drop-note">{words.drop}</div>}
      </div>
    </form>
  )
}

function AttachButton({ label, onFiles }: { label: string; onFiles: (files: File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="attach" label={label} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
