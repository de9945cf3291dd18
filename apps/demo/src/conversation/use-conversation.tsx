import type { ChatController, ReasoningEffort } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import type { Command } from '@antiphon/react/shortcuts'
import { useThreadSessions } from '@antiphon/threads/react'
import { threadCost, type MenuItem, type SlashCommand } from '@antiphon/ui/shell'
import { lazy, Suspense, useCallback, useState, useSyncExternalStore, type ReactNode } from 'react'
import { changePrompt, promptOf } from '../chat/system-prompts.js'
import { faults, nextFault } from '../chaos/faults.js'
import { focusMessageBox, offerMessageBox } from '../header.js'
import {
  changePreferences,
  enterKeys,
  preferenceNames,
  textSizes,
  thinkings,
  usePagePreferences,
} from '../preferences/preferences.js'
import { storedPrices } from '../prices/stored-prices.js'
import { storedPrompts } from '../prompts/stored-prompts.js'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { efforts } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { AppIcon } from '../shell/icons.js'
import { useStoredValue } from '../stored-value.js'
import { nextOf } from '../theme/theme.js'
import { followChat } from '../threads/thread-view.js'
import { formatMoney } from './money.js'
import { useNotices } from './use-notices.js'
import { useSuggestTitle } from './use-suggest-title.js'

// One chunk: they come from one entry.
const parts = () => import('@antiphon/ui/shell')
const FindInThread = lazy(() => parts().then((shell) => ({ default: shell.FindInThread })))
const PriceSheet = lazy(() => parts().then((shell) => ({ default: shell.PriceSheet })))
const PromptSheet = lazy(() => parts().then((shell) => ({ default: shell.PromptSheet })))
const SystemPromptSheet = lazy(() => parts().then((shell) => ({ default: shell.SystemPromptSheet })))
const ExportDialog = lazy(() =>
  import('../export/export-dialog.js').then((module) => ({ default: module.ExportDialog })),
)
const AboutDialog = lazy(() =>
  import('../about/about-dialog.js').then((module) => ({ default: module.AboutDialog })),
)

type Open = 'find' | 'system' | 'prices' | 'prompts' | 'export' | 'about' | undefined

export interface ConversationPartsOptions {
  threadId: string
  /** Title of the conversation; undefined while it has no message. */
  title: string | undefined
  control: SettingsControl
  /** Id of the model in use. */
  model: string | undefined
  /** Saves the conversation as a file of this app. */
  onSaveThread: () => void
}

export interface ConversationParts {
  /** Lines of the conversation's menu. */
  items: MenuItem[]
  /** Lines of the app's menu. */
  appItems: MenuItem[]
  commands: Command[]
  slashCommands: SlashCommand[]
  exportThread: (() => void) | undefined
  /** What is open over the page. */
  over: ReactNode
  /** Stands above the messages. */
  above: ReactNode
}

const allEfforts: readonly (ReasoningEffort | undefined)[] = [
  undefined,
  ...(Object.keys(efforts) as ReasoningEffort[]),
]

/** What one can do in and with the conversation on screen, besides talking. */
export function useConversation(options: ConversationPartsOptions): ConversationParts {
  const { threadId, title, control, model, onSaveThread } = options
  const { settings } = control
  const [open, setOpen] = useState<Open>()
  const sessions = useThreadSessions()
  const chat = (): ChatController | undefined => sessions.get(threadId)?.chat
  const preferences = usePagePreferences()
  const prices = useStoredValue(storedPrices)
  const prompts = useStoredValue(storedPrompts)
  const suggestion = useSuggestTitle(threadId)
  const notices = useNotices(threadId)
  const subscribe = useCallback(
    (listener: () => void) =>
      followChat(sessions, threadId, ({ store }) => store.subscribeIds(listener), listener),
    [sessions, threadId],
  )
  const hasAnswer = useSyncExternalStore(
    subscribe,
    () =>
      chat()
        ?.store.getMessages()
        .some(({ role }) => role === 'assistant') ?? false,
  )
  const close = (): void => setOpen(undefined)
  const hasMessages = title !== undefined
  const cost = (): ReturnType<typeof threadCost> | undefined => {
    const store = chat()?.store
    return (
      store &&
      threadCost(
        store.getTree().nodes.map(({ message }) => message),
        prices,
      )
    )
  }
  const suggest = (): void => {
    const here = chat()
    if (here) suggestion.suggest(here)
  }
  const find = (): void => setOpen('find')
  const exportThread = hasMessages ? (): void => setOpen('export') : undefined
  const editPrompt = (): void => setOpen('system')

  const items: MenuItem[] = [
    ...(hasMessages
      ? [
          {
            id: 'find',
            label: 'Find in this conversation',
            icon: <AppIcon name="search" />,
            keys: 'Mod+Shift+F',
            run: find,
          },
        ]
      : []),
    { id: 'system', label: 'System prompt', icon: <AppIcon name="text" />, run: editPrompt },
    {
      id: 'effort',
      label: 'Thinking effort',
      icon: 'thinking',
      detail: settings.effort ? efforts[settings.effort] : 'Server default',
      keepsOpen: true,
      run: () => control.change({ effort: nextOf(allEfforts, settings.effort) }),
    },
    ...(hasAnswer
      ? [
          { id: 'title', label: 'Suggest a title', icon: <AppIcon name="title" />, run: suggest },
          {
            id: 'cost',
            label: 'Cost',
            icon: <AppIcon name="price" />,
            detail: costWords(cost()),
            run: () => setOpen('prices'),
          },
        ]
      : []),
    ...(notices.state === 'none'
      ? []
      : [
          {
            id: 'notices',
            label: 'Notify me of long answers',
            icon: <AppIcon name="bell" />,
            detail: notices.state === 'on' ? 'On' : notices.state === 'blocked' ? 'Blocked' : 'Off',
            keepsOpen: true,
            run: notices.toggle,
          },
        ]),
  ]
  const appItems: MenuItem[] = [
    {
      id: 'text-size',
      label: 'Text size',
      icon: <AppIcon name="text" />,
      detail: preferenceNames.textSize[preferences.textSize],
      keepsOpen: true,
      run: () => changePreferences({ textSize: nextOf(textSizes, preferences.textSize) }),
    },
    {
      id: 'enter',
      label: 'Enter',
      icon: <AppIcon name="keyboard" />,
      detail: preferenceNames.enter[preferences.enter],
      keepsOpen: true,
      run: () => changePreferences({ enter: nextOf(enterKeys, preferences.enter) }),
    },
    {
      id: 'thinking',
      label: 'Thinking',
      icon: 'thinking',
      detail: preferenceNames.thinking[preferences.thinking],
      keepsOpen: true,
      run: () => changePreferences({ thinking: nextOf(thinkings, preferences.thinking) }),
    },
    {
      id: 'prompts',
      label: 'Prompt library',
      icon: <AppIcon name="prompt" />,
      run: () => setOpen('prompts'),
    },
    { id: 'about', label: 'What is this?', icon: <AppIcon name="about" />, run: () => setOpen('about') },
  ]
  const command = (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
    id,
    label,
    group: 'Conversation',
    run,
    ...more,
  })
  const commands: Command[] = [
    command('find', 'Find in this conversation', find, {
      keys: 'Mod+Shift+F',
      keywords: 'search words',
      isAvailable: () => hasMessages,
    }),
    command('copy-code', 'Copy the last code block', copyLastCode, {
      keys: 'Mod+Shift+;',
      isAvailable: () => hasAnswer,
    }),
    command('system', 'System prompt of this conversation', editPrompt, { keywords: 'instructions' }),
    command('title', 'Suggest a title', suggest, { keywords: 'rename name', isAvailable: () => hasAnswer }),
    command('cost', 'Cost and prices', () => setOpen('prices'), { keywords: 'money tokens usage' }),
    command('prompts', 'Prompt library', () => setOpen('prompts'), { keywords: 'templates slash' }),
    command('about', 'What is this?', () => setOpen('about'), {
      group: 'App',
      keywords: 'about version docs help',
    }),
  ]
  const slashCommands: SlashCommand[] = [
    ...(hasMessages
      ? [
          { name: 'find', detail: 'Find in this conversation', run: find },
          { name: 'export', detail: 'Export this conversation', run: () => setOpen('export') },
        ]
      : []),
    ...(hasAnswer ? [{ name: 'title', detail: 'Suggest a title', run: suggest }] : []),
    { name: 'system', detail: 'System prompt of this conversation', run: editPrompt },
    { name: 'prompts', detail: 'Edit the prompt library', run: () => setOpen('prompts') },
    ...prompts.map(({ name, text }) => ({ name, text })),
    ...(settings.baseUrl === scriptedBaseUrl
      ? faults.map(({ name, label, model: fault }) => ({
          name,
          detail: `Next answer: ${label}`,
          run: () => nextFault.set(fault),
        }))
      : []),
  ]
  const here = open && chat()
  return {
    items,
    appItems,
    commands,
    slashCommands,
    exportThread,
    above: (
      <>
        {open === 'find' && (
          <div className="absolute end-4 top-1 z-20 max-w-[calc(100%-2rem)]">
            <Suspense>
              <FindInThread
                getRoot={() => document.querySelector('main [data-slot="chat"]')}
                onClose={() => {
                  close()
                  offerMessageBox()
                }}
              />
            </Suspense>
          </div>
        )}
        <p role="status" className="sr-only">
          {suggestion.words}
        </p>
        {suggestion.words.startsWith('No title') && (
          <p aria-hidden="true" className="px-5 py-1 text-data text-danger">
            {suggestion.words}
          </p>
        )}
      </>
    ),
    over: (
      <Suspense>
        {open === 'system' && here && (
          <SystemPromptSheet
            value={promptOf(here, settings.system)}
            onSave={(text) => changePrompt(here, text)}
            onClose={close}
          />
        )}
        {open === 'prices' && (
          <PriceSheet
            table={prices}
            cost={cost()}
            model={model}
            onSave={(table) => storedPrices.set(table)}
            onClose={close}
          />
        )}
        {open === 'prompts' && (
          <PromptSheet
            prompts={prompts}
            onSave={(next) => storedPrompts.set(next)}
            onClose={() => {
              close()
              focusMessageBox()
            }}
          />
        )}
        {open === 'export' && here && (
          <ChatProvider chat={here}>
            <ExportDialog title={title ?? 'Conversation'} onSaveThread={onSaveThread} onClose={close} />
          </ChatProvider>
        )}
        {open === 'about' && <AboutDialog onClose={close} />}
      </Suspense>
    ),
  }
}

/** By its own button, which also says that it was done. */
function copyLastCode(): void {
  const buttons = document.querySelectorAll<HTMLElement>(
    'main [data-role="assistant"] [data-slot="code-actions"] [data-slot="markdown-button"]:not([aria-pressed])',
  )
  ;[...buttons].at(-1)?.click()
}

/** The cost of a conversation in a word for the menu. */
function costWords(cost: ReturnType<typeof threadCost> | undefined): string {
  if (!cost || cost.costs.length === 0) return 'No prices'
  return cost.costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
}
