import type { ContentPart } from '@antiphon/core'
import { useChatInstance } from '@antiphon/react'
import { useAttachments } from '@antiphon/react/attachments'
import { Chat, EmptyState, type TranscriptActions } from '@antiphon/ui'
import { useEffect, useMemo, type ReactNode } from 'react'
import { offerMessageBox } from '../header.js'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { endpointName, endpointOf, type Settings } from '../settings/settings.js'
import { useDraft, useDraftNote } from './drafts.js'
import { showTray, trayOf } from './thread-trays.js'
import { suggestions } from './suggestions.js'
import { beginThread, isTour, playTour, tourSuggestion } from './tour.js'

/** A file that is dropped beside the chat would be opened in place of the page, with everything on it gone. */
export function useMissedDrops(): void {
  useEffect(() => {
    const stop = new AbortController()
    const keepPage = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files') || event.defaultPrevented) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    for (const type of ['dragover', 'drop'] as const)
      window.addEventListener(type, keepPage, { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

export interface ConversationProps {
  threadId: string
  settings: Settings
  onSettingsChange: (change: Partial<Settings>) => void
  onOpenSettings: () => void
  onPickModel: () => void
  onOpenInWire: NonNullable<TranscriptActions['onOpenInWire']>
  modelPicker: ReactNode
  /** Tokens that the model takes, where the endpoint says it. */
  contextLength?: number
}

/** Transcript and composer, with what only the app knows: settings, models, drafts, and how to begin. */
export function Conversation(props: ConversationProps) {
  const { threadId, settings, onSettingsChange, onOpenSettings, onPickModel, onOpenInWire, modelPicker } =
    props
  const { maxTokens, system } = settings
  const chat = useChatInstance()
  const [text, setText] = useDraft(threadId)
  // Of an endpoint only its address and its profile say what it takes.
  const endpoint = useMemo(() => endpointOf(settings, undefined), [settings])
  const { tray: threadTray, kept } = trayOf(threadId)
  const draftNote = useDraftNote(kept)
  const { tray } = useAttachments({ tray: threadTray, endpoint })
  useEffect(() => {
    offerMessageBox()
    return showTray(threadId)
  }, [threadId])
  useMissedDrops()
  const scripted = settings.baseUrl === scriptedBaseUrl

  const actions = useMemo<TranscriptActions>(
    () => ({
      onOpenSettings,
      onPickModel,
      onOpenInWire,
      onRaiseLimit: ({ message }) => {
        const raised = Math.max(4096, 2 * (maxTokens ?? 0))
        onSettingsChange({ maxTokens: raised })
        // The new settings reach the chat with the next render; this request must have them now.
        chat.configure({ parameters: { ...chat.getConfig().parameters, maxTokens: raised } })
        void chat.retry(message?.id)
      },
    }),
    [chat, maxTokens, onOpenInWire, onOpenSettings, onPickModel, onSettingsChange],
  )

  const send = (content: string | ContentPart[]): Promise<void> => {
    beginThread(chat, system)
    return chat.send(content)
  }

  return (
    <Chat
      transcript={{
        ...actions,
        showSystem: true,
        empty: (
          <EmptyState
            title={scripted ? <ScriptedTitle /> : `Ask ${endpointName(settings)}`}
            suggestions={scripted ? [tourSuggestion, ...suggestions] : []}
            onSuggestion={(prompt, now) => {
              if (isTour(prompt)) void playTour(chat)
              else if (now) void send(prompt)
              else setText(prompt)
              offerMessageBox()
            }}
          />
        ),
      }}
      composer={{
        id: 'message',
        tray,
        contextLength: props.contextLength,
        attachments: draftNote,
        value: text,
        onValueChange: setText,
        onSend: (_, content) => send(content),
        modelSlot: modelPicker,
      }}
    />
  )
}

function ScriptedTitle() {
  return (
    <>
      See what your model really did
      <span className="mt-1 block text-row font-normal tracking-normal text-text-2">
        Antiphon is a React kit for LLM chats. It shows thinking, tool calls, errors and every way an answer
        can end, as they came over the wire.
      </span>
    </>
  )
}
