import { useChatInstance } from '@antiphon/react'
import { Chat, EmptyState, type TranscriptActions } from '@antiphon/ui'
import { useEffect, useMemo, type ReactNode } from 'react'
import { scriptedBaseUrl } from '../endpoint/scripted.js'
import { focusMessageBox } from '../focus-message-box.js'
import { endpointName, type Settings } from '../settings/settings.js'
import { loadDraft, storeDraft } from '../threads/drafts.js'
import { beginThread } from './begin-thread.js'
import { EditNote } from './edit-note.js'
import { suggestions } from './suggestions.js'
import { useDraft } from './use-draft.js'

export interface ConversationProps {
  threadId: string
  settings: Settings
  onSettingsChange: (change: Partial<Settings>) => void
  onOpenSettings: () => void
  onPickModel: () => void
  modelPicker: ReactNode
}

/** Transcript and composer, with what only the app knows: settings, models, editing, and how to begin. */
export function Conversation(props: ConversationProps) {
  const { threadId, settings, onSettingsChange, onOpenSettings, onPickModel, modelPicker } = props
  const { maxTokens, system } = settings
  const chat = useChatInstance()
  const draft = useDraft(() => loadDraft(threadId))
  const { text: begun, editing } = draft
  useEffect(() => {
    // What is being edited is stored already, as the message it was.
    if (editing === undefined) storeDraft(threadId, begun)
  }, [threadId, begun, editing])
  const scripted = settings.baseUrl === scriptedBaseUrl

  const actions = useMemo<TranscriptActions>(
    () => ({
      onOpenSettings,
      onPickModel,
      onEditMessage: draft.edit,
      onRaiseLimit: ({ message }) => {
        const raised = Math.max(4096, 2 * (maxTokens ?? 0))
        onSettingsChange({ maxTokens: raised })
        // The new settings reach the chat with the next render; this request must have them now.
        chat.configure({ parameters: { ...chat.getConfig().parameters, maxTokens: raised } })
        void chat.retry(message?.id)
      },
    }),
    [chat, draft.edit, maxTokens, onOpenSettings, onPickModel, onSettingsChange],
  )

  const send = (text: string): boolean => {
    if (draft.editing !== undefined) {
      void chat.edit(draft.editing, text)
      draft.finish()
      focusMessageBox()
      // The composer must not empty the box: the draft from before the edit is in it again.
      return false
    }
    beginThread(chat, system)
    void chat.send(text)
    return true
  }

  return (
    <Chat
      transcript={{
        ...actions,
        empty: (
          <EmptyState
            title={scripted ? <ScriptedTitle /> : `Ask ${endpointName(settings)}`}
            suggestions={scripted ? suggestions : []}
            onSuggestion={(prompt, now) => {
              if (now) send(prompt)
              else draft.setText(prompt)
              focusMessageBox()
            }}
          />
        ),
      }}
      composer={{
        id: 'message',
        value: draft.text,
        onValueChange: draft.setText,
        onSend: send,
        onEditLast: draft.editLast,
        onKeyDownCapture: draft.onKeyDown,
        attachments: draft.editing === undefined ? undefined : <EditNote onCancel={draft.cancel} />,
        modelSlot: modelPicker,
      }}
    />
  )
}

function ScriptedTitle() {
  return (
    <>
      Ask the scripted endpoint
      <span className="mt-1 block text-row font-normal tracking-normal text-text-2">
        It needs no key and no network, and shows what a model may do. For a real one, open the settings.
      </span>
    </>
  )
}
