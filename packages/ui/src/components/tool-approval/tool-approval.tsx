import { useNow } from '@antiphon/react'
import { useEffect, useId, useMemo, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { Icon } from '../../icons/icon.js'
import { readJson } from '../../lib/read-json.js'
import { RevealedText } from '../../lib/revealed-text.js'
import { useWords } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { ToolArgs } from '../tool-args/tool-args.js'

export interface ToolApprovalProps extends Omit<ComponentProps<'div'>, 'role' | 'children'> {
  /** Name of the tool as it is registered. */
  name: string
  /** The arguments that will be passed, as JSON text: what is shown is what runs. */
  arguments: string
  /** Epoch ms since when it waits. */
  since?: number
  /** Allowing wants a second press, and the button is red. */
  destructive?: boolean
  onAllow: () => void
  onAllowInChat?: () => void
  onDeny: () => void
}

/** A press this soon after the question appeared was meant for something else. */
const SETTLE_MS = 500

/**
 * Asks before a call runs. Never takes the focus; Y and N work while focus is inside; a key that was already held down
 * when the question appeared answers nothing (trust-checklist S34).
 */
export function ToolApproval(props: ToolApprovalProps) {
  const { name, arguments: raw, since, destructive = false, onAllow, onAllowInChat, onDeny, ...rest } = props
  const { strings, formats } = useWords()
  const words = strings.approval
  const json = useMemo(() => readJson(raw), [raw])
  const [armed, setArmed] = useState(false)
  const shownAt = useRef(Infinity)
  const titleId = useId()
  const now = useNow(since !== undefined, 1_000)
  useEffect(() => void (shownAt.current = performance.now()), [])

  const guarded = (action: () => void) => () => {
    if (performance.now() - shownAt.current >= SETTLE_MS) action()
  }
  const allow = guarded(() => (destructive && !armed ? setArmed(true) : onAllow()))
  const deny = guarded(onDeny)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.repeat) {
      // Enter held from sending must not press the button it lands on.
      if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
      return
    }
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'y') allow()
    if (key === 'n') deny()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside it
    <div
      role="group"
      aria-labelledby={titleId}
      data-slot="tool-approval"
      data-state="open"
      data-tool={name}
      onKeyDown={onKeyDown}
      {...rest}
    >
      <div data-slot="approval-head">
        <Icon name="awaiting" className="ap:text-accent" />
        <b id={titleId} data-slot="title" className="ap:min-w-0 ap:font-name ap:wrap-anywhere">
          {words.allow}{' '}
          <code className="ap:text-[.8125rem]">
            <RevealedText text={name} />
          </code>
          ?
        </b>
        {since !== undefined && (
          <span className="ap:ms-auto ap:flex-none ap:text-data ap:tabular-nums ap:text-text-2">
            {words.waiting(formats.clock(now - since))}
          </span>
        )}
      </div>
      <ToolArgs raw={raw} json={json} name={name} />
      <div data-slot="actions">
        <Button variant={destructive ? 'danger' : 'primary'} aria-keyshortcuts="Y" onClick={allow}>
          {armed ? words.confirm : words.allowOnce} <kbd aria-hidden="true">Y</kbd>
        </Button>
        {onAllowInChat && !destructive && (
          <Button onClick={guarded(onAllowInChat)}>{words.allowInChat}</Button>
        )}
        <Button variant="ghost" aria-keyshortcuts="N" onClick={deny}>
          {words.deny} <kbd aria-hidden="true">N</kbd>
        </Button>
      </div>
    </div>
  )
}
