import type { ChatController } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { type Command, threadCost, type SlashCommand } from '@antiphon/shell'
import { useThreadSessions } from '@antiphon/threads/react'
import type { MenuItem } from '@antiphon/ui/parts'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { changePrompt, promptOf } from '../chat/system-prompts.js'
import { faults, nextFault } from '../chaos/faults.js'
import { focusMessageBox, offerMessageBox } from '../header.js'
import { fetchedAhead, useFetchAhead } from '../keyboard/fetch-ahead.js'
import { usePagePreferences } from '../preferences/preferences.js'
import { storedPrices } from '../prices/stored-prices.js'
import { storedPrompts } from '../prompts/stored-prompts.js'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import { serverSettings } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { AppIcon, formatMoney } from 'app-parts'
import { useStoredValue } from '../stored-value.js'
import { subscribeIds, useOfChat } from '../threads/follow-chat.js'
import { useNotices } from './use-notices.js'
import { useSuggestTitle } from './use-suggest-title.js'
import { words } from '../words/words.js'

// One chunk: they come from one entry.
const parts = () => import('@antiphon/shell')
const FindInThread = fetchedAhead(words.conversation.find, () => parts().then((shell) => shell.FindInThread))
const PriceSheet = lazy(() => parts().then((shell) => ({ default: shell.PriceSheet })))
const PromptSheet = lazy(() => parts().then((shell) => ({ default: shell.PromptSheet })))
const SystemPromptSheet = lazy(() => parts().then((shell) => ({ default: shell.SystemPromptSheet })))
const ExportDialog = lazy(() =>
  import('workbench/export').then((module) => ({ default: module.ExportDialog })),
)
const AboutDialog = lazy(() =>
  import('../about/about-dialog.js').then((module) => ({ default: module.AboutDialog })),
)

type Open = 'find' | 'system' | 'prices' | 'prompts' | 'export' | 'about' | undefined

export interface ConversationPartsOptions {
  threadId: string
  /** Title of the conversation; undefined while it is not in the list. */
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
  /** Dialogs that are open over the page. */
  over: ReactNode
  /** Stands above the messages. */
  above: ReactNode
}

const said = words.conversation
const { keywords } = words.shell.commands

/** Commands, panels and dialogs of the conversation on screen, apart from the chat itself. */
export function useConversation(options: ConversationPartsOptions): ConversationParts {
  const { threadId, title, control, model, onSaveThread } = options
  const { settings } = control
  const [open, setOpen] = useState<Open>()
  useFetchAhead(FindInThread)
  const sessions = useThreadSessions()
  const chat = (): ChatController | undefined => sessions.get(threadId)?.chat
  usePagePreferences()
  const prices = useStoredValue(storedPrices)
  const prompts = useStoredValue(storedPrompts)
  const suggestion = useSuggestTitle(threadId)
  const notices = useNotices(threadId)
  const hasMessages = useOfChat(threadId, subscribeIds, (here) => (here?.store.getIds().length ?? 0) > 0)
  const hasAnswer = useOfChat(
    threadId,
    subscribeIds,
    (here) => here?.store.getMessages().some(({ role }) => role === 'assistant') ?? false,
  )
  /** A server asks its models for answers alone. */
  const canSuggest = hasAnswer && settings.id !== serverSettings.id
  const close = (): void => setOpen(undefined)
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
            label: said.find,
            icon: <AppIcon name="search" />,
            keys: 'Mod+Shift+F',
            run: find,
          },
        ]
      : []),
    { id: 'system', label: said.system, icon: <AppIcon name="text" />, run: editPrompt },
    ...(hasAnswer
      ? [
          ...(canSuggest
            ? [{ id: 'title', label: said.suggestTitle, icon: <AppIcon name="title" />, run: suggest }]
            : []),
          {
            id: 'cost',
            label: said.cost,
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
            label: said.notify,
            icon: <AppIcon name="bell" />,
            detail: notices.state === 'on' ? words.shell.on : words.shell.off,
            keepsOpen: true,
            run: notices.toggle,
          },
        ]),
  ]
  const appItems: MenuItem[] = [
    {
      id: 'prompts',
      label: said.prompts,
      icon: <AppIcon name="prompt" />,
      run: () => setOpen('prompts'),
    },
    { id: 'about', label: said.about, icon: <AppIcon name="about" />, run: () => setOpen('about') },
  ]
  const command = (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
    id,
    label,
    group: words.shell.commands.conversation,
    run,
    ...more,
  })
  const commands: Command[] = [
    command('find', said.find, find, {
      keys: 'Mod+Shift+F',
      keywords: keywords.find,
      isAvailable: () => hasMessages,
    }),
    command('copy-code', words.shell.commands.copyCode, copyLastCode, {
      keys: 'Mod+Shift+;',
      isAvailable: () => hasAnswer,
    }),
    command('system', said.systemOf, editPrompt, { keywords: keywords.system }),
    command('title', said.suggestTitle, suggest, { keywords: keywords.title, isAvailable: () => canSuggest }),
    command('cost', said.costAndPrices, () => setOpen('prices'), { keywords: keywords.cost }),
    command('prompts', said.prompts, () => setOpen('prompts'), { keywords: keywords.prompts }),
    command('about', said.about, () => setOpen('about'), {
      group: words.shell.commands.app,
      keywords: keywords.about,
    }),
  ]
  const slashCommands: SlashCommand[] = [
    ...(hasMessages
      ? [
          { name: 'find', detail: said.find, run: find },
          { name: 'export', detail: words.shell.exportThis, run: () => setOpen('export') },
        ]
      : []),
    ...(canSuggest ? [{ name: 'title', detail: said.suggestTitle, run: suggest }] : []),
    { name: 'system', detail: said.systemOf, run: editPrompt },
    { name: 'prompts', detail: said.editPrompts, run: () => setOpen('prompts') },
    ...prompts.map(({ name, text }) => ({ name, text })),
    ...(settings.baseUrl === scriptedBaseUrl
      ? faults.map(({ name, model: fault }) => ({
          name,
          detail: words.home.nextAnswer(words.home.faults[fault]),
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
            <FindInThread
              getRoot={() => document.querySelector('main [data-slot="chat"]')}
              onClose={() => {
                close()
                offerMessageBox()
              }}
            />
          </div>
        )}
        <p role="status" className="sr-only">
          {suggestion.words}
        </p>
        {suggestion.isFailed && (
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
            <ExportDialog
              title={title ?? words.shell.conversation}
              onSaveThread={onSaveThread}
              onClose={close}
            />
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
  if (!cost || cost.costs.length === 0) return said.noPrices
  return cost.costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ')
}
