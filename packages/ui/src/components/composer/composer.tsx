import { useComposer, type ComposerOptions } from '@antiphon/react'
import { useId, useRef, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { cx } from '../../lib/cx.js'
import type { StringOverrides } from '../../strings/english.js'
import { StringsProvider, useWords } from '../../strings/strings.js'
import { IconButton } from '../button/icon-button.js'
import { ComposerQueue, type QueueEntry } from './composer-queue.js'
import { SendButton } from './send-button.js'
import { useAutosize } from './use-autosize.js'
import { useFileDrop } from './use-file-drop.js'

export interface ComposerProps
  extends Omit<ComponentProps<'form'>, 'onSubmit' | 'children' | 'defaultValue'>, ComposerOptions {
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
  const { value, defaultValue, onValueChange, onSend, onStop, status, enterKey, onEditLast, ...others } =
    props
  const { model, modelSlot, toolsSlot, attachments, onFiles, queue = [], onQueueRemove, ...more } = others
  const { placeholder, theme, className, ...rest } = more
  const composer = useComposer({
    value,
    defaultValue,
    onValueChange,
    onSend,
    onStop,
    status,
    enterKey,
    onEditLast,
  })
  const { text, busy } = composer
  const { strings } = useWords()
  const words = strings.composer
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const drop = useFileDrop(onFiles)
  useAutosize(field, text)
  const enterIsLine = composer.enterKey === 'line'
  const disabled = composer.status === 'disabled'

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    composer.submit()
    field.current?.focus()
  }

  return (
    <form
      data-antiphon-root=""
      data-slot="composer"
      data-theme={theme}
      data-state={drop.over ? 'drag' : composer.status}
      aria-label={words.label}
      className={cx('ap:min-w-0', className)}
      onSubmit={submit}
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
          dir="auto"
          aria-label={words.label}
          aria-describedby={hintId}
          aria-disabled={disabled ? true : undefined}
          readOnly={disabled}
          placeholder={placeholder ?? (busy ? words.typeAhead : words.placeholder(model))}
          enterKeyHint={enterIsLine ? 'enter' : 'send'}
          {...composer.fieldProps}
          onPaste={drop.onPaste}
        />
        <div data-slot="composer-bar" className="ap:flex ap:items-center ap:gap-1">
          {onFiles && <AttachButton label={words.attach} onFiles={onFiles} />}
          {toolsSlot}
          {modelSlot ?? (model && <span data-slot="model">{model}</span>)}
          <span data-slot="hint" aria-hidden="true" data-print="hide">
            {busy ? words.hintStop : enterIsLine ? words.hintSwapped : words.hintSend}
          </span>
          <span id={hintId} className="ap:sr-only">
            {enterIsLine ? words.describeSwapped : words.describeSend}
          </span>
          <SendButton busy={busy} empty={!composer.canSend} onStop={composer.stop} />
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
