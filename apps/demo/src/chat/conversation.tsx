import type { ContentPart } from '@antiphon/core'
import { useChat, useAttachments } from '@antiphon/react'
import { Chat, type TranscriptActions } from '@antiphon/ui'
import type { ArtifactPlace } from '@antiphon/artifacts/react'
import type { ModelsQuery } from '@antiphon/shell'
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  type ReactNode,
} from 'react'
import { takeFault } from '../chaos/faults.js'
import { chooseSecond, CompareChips } from '../compare/compare-chips.js'
import { CompareContext, useCompare, type SecondModel } from '../compare/use-compare.js'
import { enterKeyOf, usePreferences } from '../preferences/preferences.js'
import { offerMessageBox } from '../header.js'
import { leaveFirstPage } from '../first-page/leave.js'
import { useToolViews } from '../tools/use-tool-views.js'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { endpointName, endpointOf, serverSettings, type Settings } from '../settings/settings.js'
import { useDraft, useDraftNote } from './drafts.js'
import { showTray, trayOf } from './thread-trays.js'
import { useMedia } from 'app-parts'
import { ComposerTools, PHONE, type ComposerToolsProps } from './composer-tools.js'
import { ComposerWithStarts, HomeHead, HomeContext, useIsEmpty, type Home } from './home.js'
import { useMoveToFoot } from './use-move-to-foot.js'
import { transcriptSlots } from './message-tools.js'
import { beginThread } from './system-prompts.js'
import { tourSteps } from './tour.js'
import { useTour } from './tour-line.js'
import type { Wire } from '../wire/use-wire.js'
import { words } from '../words/words.js'

/** A file that is dropped beside the chat would be opened in place of the page, with everything on it gone. */
function useMissedDrops(): void {
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
  /** Opens the settings at the field of the key. */
  onOpenKey: () => void
  onPickModel: () => void
  onOpenInWire: NonNullable<TranscriptActions['onOpenInWire']>
  /** Shows the wire of an answer until the returned function is called. */
  onPeekWire: Wire['peek']
  onOpenArtifact: (place: ArtifactPlace) => void
  /** Lines of the menu beside the message. */
  addMenu: ComposerToolsProps['addMenu']
  models: ModelsQuery
  /** Id of the model in use. */
  model: string
  second: SecondModel
  onModelChange: (id: string) => void
  /** Commands that a slash offers while the message box has a text. */
  slashCommands: Home['slashCommands']
  /** How much of the model's context is used. */
  context: ReactNode
  /** Tokens that the model takes, where the endpoint says it. */
  contextLength?: number
}

const SourceCards = lazy(async () => ({
  default: (await import('../conversation/source-cards.js')).SourceCards,
}))
const slots = { Composer: ComposerWithStarts }

/** Transcript and composer, with what only the app knows: settings, models, drafts, and how to begin. */
export function Conversation(props: ConversationProps) {
  const {
    threadId,
    settings,
    onSettingsChange,
    onOpenSettings,
    onOpenKey,
    onPickModel,
    onOpenInWire,
    onPeekWire,
    onOpenArtifact,
    addMenu,
    models,
    model,
    second,
    onModelChange,
    slashCommands,
    context,
    contextLength,
  } = props
  const { maxTokens, system } = settings
  const { chat } = useChat()
  const preferences = usePreferences()
  const toolRenderers = useToolViews(onOpenArtifact)
  const [text, setText] = useDraft(threadId)
  // Only the address and profile of an endpoint decide which attachments it takes.
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
  const isOnServer = settings.id === serverSettings.id
  const summarise = useCallback(
    async (options: { messageId?: string; signal?: AbortSignal }) => {
      const { continueWithSummary } = await import('../conversation/ask-model.js')
      await continueWithSummary(chat, { contextLength, ...options })
    },
    [chat, contextLength],
  )

  const actions = useMemo<TranscriptActions>(
    () => ({
      onOpenSettings: ({ message }) => {
        const isAuth = message?.role === 'assistant' && message.error?.kind === 'auth'
        return isAuth ? onOpenKey() : onOpenSettings()
      },
      onPickModel,
      onOpenInWire,
      onSummarise: isOnServer
        ? undefined
        : ({ message, signal }) => summarise({ messageId: message?.id, signal }),
      onRaiseLimit: ({ message }) => {
        const raised = Math.max(4096, 2 * (maxTokens ?? 0))
        onSettingsChange({ maxTokens: raised })
        // The new settings reach the chat with the next render; this request must have them now.
        chat.configure({ parameters: { ...chat.getConfig().parameters, maxTokens: raised } })
        void chat.retry(message?.id)
      },
    }),
    [
      chat,
      isOnServer,
      maxTokens,
      onOpenInWire,
      onOpenKey,
      onOpenSettings,
      onPickModel,
      onSettingsChange,
      summarise,
    ],
  )

  const compare = useCompare({ chat, models, model, second, onModelChange, system })
  const send = (content: string | ContentPart[]): Promise<void> | boolean => {
    if (second.id === '') {
      chooseSecond()
      return false
    }
    if (second.id !== undefined) {
      compare.ask(content)
      return true
    }
    beginThread(chat, system)
    return chat.send(content, scripted ? takeFault() : undefined)
  }

  const leave = useEffectEvent(() => leaveFirstPage({ write: setText, send: (typed) => void send(typed) }))
  useLayoutEffect(() => leave(), [])

  const isCompared = compare.comparison !== undefined
  const isEmpty = useIsEmpty(chat)
  const touring = useTour(threadId, chat)
  const peeked = touring.state?.wireOf
  useEffect(() => (peeked === undefined ? undefined : onPeekWire(peeked)), [peeked, onPeekWire])
  const { tour } = touring
  // At its last step it asks the person.
  const isWriting = touring.state !== undefined && touring.state.step < tourSteps.length - 1
  const isNarrow = useMedia('(width < 480px)')
  const isPhone = useMedia(PHONE)
  const place = useRef<HTMLDivElement>(null)
  useMoveToFoot(place, isEmpty)
  const home = useMemo<Home>(
    () => ({
      isShown: isEmpty,
      scripted,
      touring,
      text,
      onTextChange: setText,
      slashCommands,
      title: scripted
        ? words.home.title
        : isOnServer
          ? words.home.askThis
          : words.home.askServer(endpointName(settings)),
      onTour: () => {
        beginThread(chat, system)
        void tour.start()
        offerMessageBox()
      },
      onConnect: onOpenSettings,
      onStart: (prompt) => {
        setText(prompt)
        offerMessageBox()
      },
      onAttach: (file) => threadTray.add([file]),
      onSend: (prompt) => {
        beginThread(chat, system)
        void chat.send(prompt, scripted ? takeFault() : undefined)
        offerMessageBox()
      },
    }),
    [
      chat,
      isEmpty,
      isOnServer,
      onOpenSettings,
      scripted,
      setText,
      settings,
      slashCommands,
      system,
      text,
      threadTray,
      tour,
      touring,
    ],
  )

  return (
    <HomeContext value={home}>
      <CompareContext value={compare}>
        <Suspense>
          <SourceCards />
        </Suspense>
        <Chat
          ref={place}
          className={isEmpty ? 'home' : isCompared ? 'comparing' : undefined}
          slots={slots}
          transcript={{
            ...actions,
            slots: transcriptSlots,
            showSystem: true,
            toolRenderers,
            empty: <HomeHead />,
          }}
          composer={{
            id: 'message',
            tray,
            contextLength,
            onSummarise: isOnServer ? undefined : summarise,
            // A phone has no room for two models beside the buttons.
            attachments:
              isPhone && second.id !== undefined ? (
                <>
                  {draftNote}
                  <CompareChips compare={compare} />
                </>
              ) : (
                draftNote
              ),
            value: text,
            onValueChange: (next) => {
              // Who types takes over.
              if (next !== '') tour.leave()
              setText(next)
            },
            onSend: (_, content) => send(content),
            ...(isWriting
              ? { placeholder: isNarrow ? words.home.tour.writesShort : words.home.tour.writes }
              : {}),
            ...(isEmpty && scripted
              ? { placeholder: isNarrow ? words.home.placeholderShort : words.home.placeholder }
              : {}),
            enterKey: enterKeyOf(preferences),
            toolsSlot: (
              <ComposerTools text={text} onTextChange={setText} scripted={scripted} addMenu={addMenu} />
            ),
            modelSlot: <span className="composer-end">{second.id === undefined && context}</span>,
          }}
        />
      </CompareContext>
    </HomeContext>
  )
}
