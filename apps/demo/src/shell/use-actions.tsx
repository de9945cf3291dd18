import type { ChatController } from '@antiphon/core'
import { threadCost, type Command, type SlashCommand } from '@antiphon/shell'
import { useThreads, useThreadSessions } from '@antiphon/threads/react'
import { Icon, type IconName } from '@antiphon/ui'
import type { MenuItem } from '@antiphon/ui/parts'
import { AppIcon, formatMoney, isAppIcon, type AppIconName } from 'app-parts'
import type { ReactElement, ReactNode } from 'react'
import { faults, nextFault } from '../chaos/faults.js'
import { useNotices } from '../conversation/use-notices.js'
import { useSuggestTitle } from '../conversation/use-suggest-title.js'
import { focusMessageBox } from '../header.js'
import { copyLast, isReading, moveBetweenTurns } from '../keyboard/in-page.js'
import { changePreferences, usePreferences } from '../preferences/preferences.js'
import { storedPrices } from '../prices/stored-prices.js'
import { storedPrompts } from '../prompts/stored-prompts.js'
import { scriptedBaseUrl } from '../settings/endpoints.js'
import type { Looks } from '../settings/pages.js'
import { endpointName, serverSettings } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { useStoredValue } from '../stored-value.js'
import { subscribeIds, useOfChat } from '../threads/follow-chat.js'
import type { ThreadAddress } from '../threads/use-thread-address.js'
import type { Transfer } from '../threads/use-transfer.js'
import { words } from '../words/words.js'

/** The part that is open over the page, one at a time; `key`, `new`, `tools` and `about` are places of the settings. */
export type Over =
  | ('settings' | 'key' | 'new' | 'tools' | 'about' | 'viewer' | 'theme')
  | ('find' | 'system' | 'prices' | 'prompts' | 'export')
  | ('palette' | 'shortcuts')

/** A command with all that menus and the palette show of it. The order of the table is that of the palette. */
export interface Action extends Command {
  icon: ReactElement
  /** Its name in a menu, where the place says what it acts on. */
  short?: string
  detail?: string
  danger?: boolean
}

export interface ActionsOptions {
  address: ThreadAddress
  control: SettingsControl
  looks: Looks
  transfer: Transfer
  show: (over: Over) => void
  /** Absent where one model answers at a time. */
  compare: (() => void) | undefined
  remove: (thread: { id: string; title: string }) => void
  pickModel: () => void
  toggleSidebar: () => void
  toggleWire: () => void
}

const { actions: named, shell: said, conversation: chats } = words

/** Everything one can do in the app, once. Menus, the palette, keys and the list after a slash take theirs from it. */
export function useActions(options: ActionsOptions): { actions: Action[]; note: ReactNode } {
  const { address, control, looks, transfer, show } = options
  const { threadId } = address
  const { settings } = control
  const sessions = useThreadSessions()
  const { threads, setPinned } = useThreads()
  const thread = threads.find(({ id }) => id === threadId)
  const { textSize, enter, thinking } = usePreferences()
  const notices = useNotices(threadId)
  const title = useSuggestTitle(threadId)
  const prices = useStoredValue(storedPrices)
  const hasMessages = useOfChat(threadId, subscribeIds, (chat) => (chat?.store.getIds().length ?? 0) > 0)
  const hasAnswer = useOfChat(
    threadId,
    subscribeIds,
    (chat) => chat?.store.getMessages().some(({ role }) => role === 'assistant') ?? false,
  )
  const chat = (): ChatController | undefined => sessions.get(threadId)?.chat
  const isBusy = (): boolean => ['submitted', 'streaming'].includes(chat()?.getState().status ?? '')
  const isPinned = thread?.pinnedAt !== undefined

  /** Its words are those of the id, unless it has others. */
  type Row = [
    id: string,
    icon: IconName | AppIconName,
    run: () => unknown,
    more?: Partial<Omit<Action, 'icon'>> & { when?: boolean },
  ]
  const rows = (group: string, all: readonly Row[]): Action[] =>
    all.map(([id, icon, run, { when = true, isAvailable, ...more } = {}]) => ({
      id,
      label: '',
      ...(named as Record<string, Pick<Action, 'label'>>)[id],
      group,
      icon: isAppIcon(icon) ? <AppIcon name={icon} /> : <Icon name={icon} />,
      run: () => void run(),
      isAvailable: () => when && (isAvailable?.() ?? true),
      ...more,
    }))
  /** A row for each value of a preference but the one that holds. Who types "theme dark" finds Appearance: Dark by its icon's name. */
  const values = <Value extends string>(
    name: string,
    icon: AppIconName,
    names: Readonly<Record<Value, string>>,
    value: Value,
    set: (value: Value) => void,
  ): Row[] =>
    (Object.keys(names) as Value[])
      .filter((to) => to !== value)
      .map((to) => [`${icon} ${to}`, icon, () => set(to), { label: `${name}: ${names[to]}`, keywords: icon }])
  const set = changePreferences
  const suggest = (): void => {
    const here = chat()
    if (here) title.suggest(here)
  }

  const actions = [
    ...rows(said.commands.conversations, [['new', 'edit', address.openNew, { keys: 'Mod+Shift+O' }]]),
    ...rows(said.commands.conversation, [
      ['model', 'server', options.pickModel],
      ['compare', 'compare', () => options.compare?.(), { when: !!options.compare, keys: 'Mod+Shift+M' }],
      ['find', 'search', () => show('find'), { when: hasMessages, keys: 'Mod+Shift+F' }],
      ['wire', 'wire', options.toggleWire, { keys: 'Mod+.' }],
      ['export', 'share', () => show('export'), { when: hasMessages, keys: 'Mod+Shift+E' }],
      ['system', 'text', () => show('system')],
      ['copy', 'copy', () => copyLast('answer'), { when: hasMessages, keys: 'Mod+Shift+C' }],
      ['copy-code', 'copy', () => copyLast('code'), { when: hasAnswer, keys: 'Mod+Shift+;' }],
      ['retry', 'retry', () => chat()?.regenerate(), { isAvailable: () => hasMessages && !isBusy() }],
      ['stop', 'stop', () => chat()?.stop(), { isAvailable: isBusy }],
      // A server asks its models for answers alone.
      ['title', 'title', suggest, { when: hasAnswer && settings.id !== serverSettings.id }],
      ['cost', 'price', () => show('prices'), { detail: hasAnswer ? costWords() : undefined }],
      ['prompts', 'prompt', () => show('prompts')],
      [
        'notices',
        'bell',
        notices.toggle,
        { when: notices.state !== 'none', detail: notices.state === 'on' ? said.on : said.off },
      ],
      ['focus', 'edit', focusMessageBox, { keys: '/' }],
      ['back', 'edit', focusMessageBox, { keys: 'Escape', isAvailable: isReading }],
      ['next-turn', 'next', () => moveBetweenTurns(1), { when: hasMessages, keys: 'J' }],
      ['previous-turn', 'previous', () => moveBetweenTurns(-1), { when: hasMessages, keys: 'K' }],
    ]),
    ...rows(said.commands.conversations, [
      [
        'pin',
        isPinned ? 'unpin' : 'pin',
        () => setPinned(threadId, !isPinned).catch(() => {}),
        { when: !!thread, ...(isPinned && named.unpin) },
      ],
      ['duplicate', 'copy', () => transfer.duplicate(threadId, address.open), { when: !!thread }],
      ['delete', 'clear', () => options.remove(thread!), { when: !!thread, danger: true }],
      ['transcripts', 'folder', () => show('viewer')],
      ['import', 'open', () => transfer.importFromFile(address.open)],
      ['export-all', 'save', () => transfer.exportToFile(), { when: threads.length > 0 }],
    ]),
    ...rows(said.commands.app, [
      ['settings', 'settings', () => show('settings'), { keys: 'Mod+,' }],
      ['tools', 'tools', () => show('tools')],
      ['connect', 'server', () => show('new')],
      ...control.endpoints
        .filter(({ id }) => id !== settings.id)
        .map((one): Row => [
          `endpoint ${one.id}`,
          'server',
          () => control.select(one.id),
          { label: said.commands.use(endpointName(one)) },
        ]),
      ['sidebar', 'sidebar', options.toggleSidebar, { keys: 'Mod+B' }],
      ['looks', 'theme', () => show('theme')],
      ...values(said.theme, 'theme', said.themes, looks.theme, looks.setTheme),
      ...values(said.density, 'density', said.densities, looks.density, looks.setDensity),
      ...values(chats.textSize, 'text', chats.textSizes, textSize, (next) => set({ textSize: next })),
      ...values(chats.enter, 'keyboard', chats.enterKeys, enter, (next) => set({ enter: next })),
      ...values(chats.thinking, 'prompt', chats.thinkings, thinking, (next) => set({ thinking: next })),
      ['shortcuts', 'keyboard', () => show('shortcuts'), { keys: '?' }],
      ['palette', 'search', () => show('palette'), { keys: 'Mod+K' }],
      ['about', 'about', () => show('about')],
    ]),
  ]
  return {
    actions,
    note: (
      <p role="status" className={title.isFailed ? 'px-5 py-1 text-data text-danger' : 'sr-only'}>
        {title.words}
      </p>
    ),
  }

  /** The cost of the conversation in a word. */
  function costWords(): string {
    const nodes = chat()?.store.getTree().nodes ?? []
    const { costs } = threadCost(
      nodes.map(({ message }) => message),
      prices,
    )
    return costs.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ') || chats.noPrices
  }
}

/** Lines of a menu: the actions of these ids that are possible now, by their short names. */
export const menuOf = (actions: readonly Action[], ...groups: readonly string[][]): MenuItem[][] =>
  groups.map((ids) =>
    ids.flatMap((id) => {
      const action = actions.find((one) => one.id === id)
      return action?.isAvailable?.() ? { ...action, label: action.short ?? action.label } : []
    }),
  )

const FAULT = '/fail-'

/** Offers of a slash in the message box: two actions, the person's prompts and, in the scripted demo, a fault for the next answer. */
export function useSlashCommands(
  actions: readonly Action[],
  settings: { baseUrl: string },
): (text: string) => readonly SlashCommand[] {
  const prompts = useStoredValue(storedPrompts)
  const offered = menuOf(actions, ['system', 'prompts']).flat()
  const own = [
    ...offered.map(({ id, label, run }) => ({ name: id, detail: label, run })),
    ...prompts.map(({ name, text }) => ({ name, text })),
  ]
  if (settings.baseUrl !== scriptedBaseUrl) return () => own
  const fail = { name: 'fail', detail: words.home.fail, text: FAULT }
  return (text) =>
    text.startsWith(FAULT)
      ? faults.map(({ name, model }) => ({
          name: `fail-${name}`,
          detail: words.home.faults[model],
          run: () => nextFault.set(model),
        }))
      : [...own, fail]
}
