'use client'

import type { ContentPart } from '@antiphon/core'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '../../icons/icon.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { englishComposer } from '../../strings/english-late.js'
import { useWords } from '../../strings/strings.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { useAnnounce } from '../announcer/announcer.js'
import { Button, IconButton } from '../button/button.js'
import { Part } from '../part/part.js'

/** A queued message. */
export interface QueueEntry {
  id: string
  /** The text to show. */
  text: string
  /** The whole message with its attachments. Default: its text. */
  content?: string | ContentPart[]
}

export interface ComposerQueueProps {
  queue: readonly QueueEntry[]
  /** True while an answer is on its way: the queue is sent when it ends. Otherwise the messages wait for a person. */
  busy: boolean
  onRemove?: (id: string) => void
  /** Takes a message back into the box. */
  onEdit?: (entry: QueueEntry) => void
  /** Whether the box can take all of a message. Default: it can. */
  mayEdit?: (entry: QueueEntry) => boolean
  onSend?: () => void
  /** Called when the focused entry is gone and the queue is empty. Move the focus elsewhere. */
  onLeave: () => void
}

/** Characters of a message in the name of its buttons. */
const NAME_LENGTH = 40

/**
 * The messages that will be sent when the answer ends. After a stop or a failure they wait, under a heading and a button
 * that sends them.
 */
export function ComposerQueue(props: ComposerQueueProps) {
  const { queue, busy, onRemove, onEdit, mayEdit, onSend, onLeave } = props
  const { formats } = useWords()
  const words = useEntryWords('composer', englishComposer)
  const announce = useAnnounce()
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const isWaiting = !busy && queue.length > 0
  const title = words.waiting(queue.length, formats.number(queue.length))

  const said = useRef(title)
  useEffect(() => void (said.current = title), [title])
  useEffect(() => {
    if (isWaiting) announce(said.current)
  }, [announce, isWaiting])

  const focusAfter = useFocusAfter(list, queue, onLeave)
  if (queue.length === 0) return null
  return (
    <>
      {isWaiting && (
        <Part as="div" slot="queue-head" className="ap:flex ap:items-center ap:gap-2 ap:px-1.5 ap:pb-1">
          <Part as="span" slot="queue-title" id={id} className="ap:flex-1 ap:text-row ap:font-title">
            {title}
          </Part>
          {onSend && (
            <Button
              aria-label={words.sendQueuedLabel}
              onClick={() => {
                onSend()
                onLeave()
              }}
            >
              {words.sendQueued}
            </Button>
          )}
        </Part>
      )}
      <Part
        as="ul"
        slot="queue"
        role="list"
        ref={list}
        aria-label={words.queue}
        aria-describedby={isWaiting ? id : undefined}
      >
        {queue.map((entry, at) => {
          const name = entry.text.slice(0, NAME_LENGTH)
          return (
            <li key={entry.id} className="ap:flex ap:items-center ap:gap-2 ap:text-row ap:text-text-2">
              <Icon name="queued" />
              <span className="ap:min-w-0 ap:flex-1 ap:truncate" dir="auto">
                <RevealedText text={entry.text} />
              </span>
              {busy && (
                <Part as="span" slot="queue-note" className="ap:flex-none ap:text-data ap:text-text-3">
                  {words.queued}
                </Part>
              )}
              {onEdit && (mayEdit?.(entry) ?? true) && (
                <IconButton icon="edit" label={words.editQueued(name)} onClick={() => onEdit(entry)} />
              )}
              {onRemove && (
                <IconButton
                  icon="close"
                  data-action="remove"
                  label={words.removeQueued(name)}
                  onClick={() => {
                    focusAfter(at)
                    onRemove(entry.id)
                  }}
                />
              )}
            </li>
          )
        })}
      </Part>
    </>
  )
}

/** When an entry is gone, the focus goes to the button of the one in its place, or out of the queue after the last. */
function useFocusAfter(
  list: { readonly current: HTMLElement | null },
  queue: readonly QueueEntry[],
  onLeave: () => void,
): (at: number) => void {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const at = wanted.current
    if (at === undefined) return
    wanted.current = undefined
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-action=remove]') ?? [])]
    const next = buttons[at] ?? buttons.at(-1)
    if (next) next.focus()
    else onLeave()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a change of the queue takes a button away
  }, [queue])
  return (at) => void (wanted.current = at)
}
