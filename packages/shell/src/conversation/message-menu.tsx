'use client'

import {
  createLazyModule,
  Menu,
  standsAlone,
  useAgentDepth,
  useEntryWords,
  useLang,
  useLazyModule,
  type MenuItem,
} from '@antiphon/ui/parts'
import { plainText } from '@antiphon/ui/functions'
import { contentToText, type Message } from '@antiphon/core'
import { useOptionalChat } from '@antiphon/react'
import { createElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button, useWords } from '@antiphon/ui'
import { englishConversation } from '../strings/english-conversation.js'
import { ShellIcon } from '../shell-icon.js'
import { removalsOf } from './removals.js'
import { speaker, useIsSpeaking } from './speaker.js'
import { hasTokens } from '../tokens/has-tokens.js'
import { figuresAreInMenu, showFigures } from '../touch-actions/touch-actions.js'

const lazyTokens = createLazyModule(() => import('../tokens/token-sheet.js'))

/** The message, and further lines for its menu. */
export interface MessageMenuProps {
  /** The message, of an answer its last one, as `MessageActions` gets it. */
  message: Message | undefined
  /** The words to read aloud, as Markdown. Default: the text of the message. */
  getText?: () => string
  /** More lines, above those that delete. */
  items?: readonly MenuItem[]
}

/**
 * More actions of a message, as a child of `MessageActions`: read an answer aloud, see how sure the model was of each token if
 * the server said so, delete it or all from here on. A `RemovedNote` restores what was deleted. Renders nothing without a chat.
 */
export function MessageMenu({ message, getText, items = [] }: MessageMenuProps) {
  const words = useEntryWords('conversation', englishConversation)
  const chat = useOptionalChat()
  const lang = useLang(message)
  const id = message?.id
  const isSpeaking = useIsSpeaking(id)
  const { strings } = useWords()
  const isAgent = useAgentDepth() > 0
  const [showsTokens, setShowsTokens] = useState(false)
  const tokens = useLazyModule(lazyTokens, showsTokens, () => setShowsTokens(false))
  if (!chat || id === undefined || isAgent || !message) return null
  const isAnswer = message.role === 'assistant'
  const read = (): void => {
    if (isSpeaking) return speaker.stop()
    speaker.speak(id, plainText(getText ? getText() : contentToText(message.content)), lang)
  }
  const remove = (what: 'turn' | 'from') => (): void => removalsOf(chat).remove(what, id)
  return (
    <>
      <Menu
        label={words.remove.menu}
        groups={[
          [
            ...(isAnswer && speaker.isSupported()
              ? [
                  {
                    id: 'read',
                    label: isSpeaking ? words.speech.stop : words.speech.read,
                    icon: isSpeaking ? ('pause' as const) : <ShellIcon name="read" />,
                    run: read,
                  },
                ]
              : []),
            ...(isAnswer && (message.usage ?? message.timing) && figuresAreInMenu()
              ? [
                  {
                    id: 'figures',
                    label: strings.usage.title,
                    icon: 'notice' as const,
                    // The button of the menu has the focus by now.
                    run: () => showFigures(document.activeElement),
                  },
                ]
              : []),
            ...(isAnswer && hasTokens(message.logprobs)
              ? [
                  {
                    id: 'tokens',
                    label: words.tokens.open,
                    icon: 'thinking' as const,
                    run: () => setShowsTokens(true),
                  },
                ]
              : []),
            ...items,
          ],
          [
            {
              id: 'delete',
              label: isAnswer ? words.remove.answer : words.remove.message,
              icon: 'clear',
              danger: true,
              run: remove('turn'),
            },
            { id: 'delete-from', label: words.remove.from, icon: 'clear', danger: true, run: remove('from') },
          ],
        ]}
      />
      {tokens &&
        showsTokens &&
        isAnswer &&
        createElement(tokens.TokenSheet, {
          chat,
          message: { ...message, id },
          onClose: () => setShowsTokens(false),
        })}
    </>
  )
}

/** How long what was deleted can be had back, ms. */
const UNDO_MS = 12_000

/** A listener for the end of the note. */
export interface RemovedNoteProps {
  /** Called when the note disappears while it has the focus, so that the focus can move to the message box for example. */
  onLeave?: () => void
}

/** Says what was deleted from the chat above, and gives it back on request, for 12 s or as long as it has the focus. */
export const RemovedNote = /* @__PURE__ */ standsAlone(function RemovedNote({ onLeave }: RemovedNoteProps) {
  const words = useEntryWords('conversation', englishConversation).remove
  const { formats } = useWords()
  const chat = useOptionalChat()
  const removals = chat && removalsOf(chat)
  const last = useSyncExternalStore(removals?.subscribe ?? never, read, read)
  const note = useRef<HTMLDivElement>(null)

  function read() {
    return removals?.getLast()
  }
  useEffect(() => {
    if (!last || !removals) return
    // The pressed button is gone with its message, so move the focus here.
    if (document.activeElement === document.body) note.current?.querySelector('button')?.focus()
    const end = (): void => {
      if (note.current?.contains(document.activeElement)) timer = setTimeout(end, UNDO_MS)
      else removals.forget()
    }
    let timer = setTimeout(end, UNDO_MS)
    return () => clearTimeout(timer)
  }, [last, removals])
  const count = last?.ids.length ?? 0
  const said =
    last && (last.what === 'turn' ? words.removedTurn : words.removed(count, formats.number(count)))
  return (
    <div ref={note} data-slot="removed-note" data-print="hide">
      <p role="status" className="ap:sr-only">
        {said}
      </p>
      {last && (
        <div className="ap:mx-auto ap:mt-1 ap:mb-2 ap:flex ap:w-fit ap:max-w-full ap:items-center ap:gap-3 ap:rounded-block ap:border ap:border-transparent ap:bg-raised ap:py-1.5 ap:ps-3.5 ap:pe-1.5 ap:text-row ap:shadow-float">
          <span aria-hidden="true">{said}</span>
          <Button
            variant="small"
            onClick={() => {
              removals?.undo()
              onLeave?.()
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              removals?.forget()
              onLeave?.()
            }}
          >
            {words.undo}
          </Button>
        </div>
      )}
    </div>
  )
})

const never = () => () => {}
