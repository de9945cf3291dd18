import type { ChatController } from '@antiphon/core'
import type { Command } from '@antiphon/shell'
import { focusMessageBox } from '../header.js'
import { endpointName, type Settings } from '../settings/settings.js'
import { densities, type Density, themes, type Theme } from 'app-parts'
import { words } from '../words/words.js'

/** Moves the focus to the next or previous message, from where it is or, with no message focused, from the last one. */
function moveBetweenTurns(step: 1 | -1): void {
  const turns = [...document.querySelectorAll<HTMLElement>('main [data-slot="turn"]')]
  const at = turns.findIndex((turn) => turn.contains(document.activeElement))
  const from = at < 0 ? turns.length : at
  const turn = turns[Math.max(0, Math.min(turns.length - 1, from + step))]
  if (!turn) return
  // Only while it has the focus: reading goes on as before.
  turn.tabIndex = -1
  turn.addEventListener('blur', () => turn.removeAttribute('tabindex'), { once: true })
  turn.focus()
}

export interface AppActions {
  /** The conversation on screen. */
  chat: () => ChatController | undefined
  endpoints: readonly Settings[]
  current: string
  theme: Theme
  density: Density
  selectEndpoint(id: string): void
  setTheme(theme: Theme): void
  setDensity(density: Density): void
  openTheme(): void
  newThread(): void
  openSettings(): void
  /** Opens the settings at a server that is not among the saved ones. */
  connectServer(): void
  pickModel(): void
  /** Shows the versions of the conversation. Absent while it has none. */
  showVersions: (() => void) | undefined
  toggleSidebar(): void
  openViewer(): void
  /** Absent where one model answers at a time. */
  compare: (() => void) | undefined
  toggleWire(): void
  exportThread(): void
  exportAll(): void
  importFile(): void
}

const { commands: said, ...shell } = words.shell
const { keywords } = said

/** Everything one can do in the app, by words and keys. */
export function appCommands(actions: AppActions): readonly Command[] {
  const { chat } = actions
  const hasMessages = (): boolean => (chat()?.store.getIds().length ?? 0) > 0
  const isBusy = (): boolean => ['submitted', 'streaming'].includes(chat()?.getState().status ?? '')
  const in_ =
    (group: string) =>
    (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
      id,
      label,
      group,
      run,
      ...more,
    })
  const conversation = in_(said.conversation)
  const threads = in_(said.conversations)
  const app = in_(said.app)
  return [
    conversation('focus', said.write, focusMessageBox, { keys: '/' }),
    conversation('back', said.back, focusMessageBox, {
      keys: 'Escape',
      isAvailable: isReading,
    }),
    conversation('next-turn', said.nextTurn, () => moveBetweenTurns(1), {
      keys: 'J',
      isAvailable: hasMessages,
    }),
    conversation('previous-turn', said.previousTurn, () => moveBetweenTurns(-1), {
      keys: 'K',
      isAvailable: hasMessages,
    }),
    conversation('copy', said.copyAnswer, copyLastAnswer, {
      keys: 'Mod+Shift+C',
      isAvailable: hasMessages,
    }),
    conversation('stop', said.stop, () => chat()?.stop(), { isAvailable: isBusy }),
    conversation('retry', said.retry, () => void chat()?.regenerate(), {
      isAvailable: () => hasMessages() && !isBusy(),
    }),
    conversation('compare', shell.compare, () => actions.compare?.(), {
      isAvailable: () => actions.compare !== undefined,
      keys: 'Mod+Shift+M',
      keywords: keywords.compare,
    }),
    conversation('branches', said.versions, () => actions.showVersions?.(), {
      keywords: keywords.versions,
      isAvailable: () => actions.showVersions !== undefined,
    }),
    conversation('model', said.model, actions.pickModel),
    threads('new', shell.newConversation, actions.newThread, { keys: 'Mod+Shift+O' }),
    threads('export', shell.exportThis, actions.exportThread, {
      keys: 'Mod+Shift+E',
      keywords: keywords.export,
      isAvailable: hasMessages,
    }),
    threads('export-all', shell.exportAll, actions.exportAll, {
      keywords: keywords.exportAll,
    }),
    threads('import', shell.import, actions.importFile, { keywords: keywords.import }),
    threads('transcripts', said.transcript, actions.openViewer, { keywords: keywords.transcript }),
    app('sidebar', said.sidebar, actions.toggleSidebar, {
      keys: 'Mod+B',
      keywords: keywords.sidebar,
    }),
    app('wire', said.wire, actions.toggleWire, {
      keys: 'Mod+.',
      keywords: keywords.wire,
    }),
    app('settings', shell.settings, actions.openSettings, {
      keys: 'Mod+,',
      keywords: keywords.settings,
    }),
    app('connect', shell.connectAnother, actions.connectServer, { keywords: keywords.connect }),
    ...actions.endpoints
      .filter(({ id }) => id !== actions.current)
      .map((endpoint) =>
        app(
          `endpoint ${endpoint.id}`,
          said.use(endpointName(endpoint)),
          () => actions.selectEndpoint(endpoint.id),
          {
            keywords: keywords.use,
          },
        ),
      ),
    app('theme', words.theme.open, actions.openTheme, { keywords: keywords.theme }),
    ...themes
      .filter((theme) => theme !== actions.theme)
      .map((theme) => app(`theme ${theme}`, said.theme(shell.themes[theme]), () => actions.setTheme(theme))),
    ...densities
      .filter((density) => density !== actions.density)
      .map((density) =>
        app(`density ${density}`, said.density(shell.densities[density]), () => actions.setDensity(density), {
          keywords: keywords.density,
        }),
      ),
  ]
}

/** By its own button, which also says that it was done. */
function copyLastAnswer(): void {
  const bars = document.querySelectorAll<HTMLElement>(
    'main [data-slot="turn"][data-role="assistant"] [data-slot="message-actions"]',
  )
  ;[...bars].at(-1)?.querySelector('button')?.click()
}

/** The focus is on a message, or on something of one that does not take Escape for itself. */
function isReading(): boolean {
  const { activeElement } = document
  return (
    activeElement?.closest('main [data-slot="viewport"]') != null &&
    activeElement.closest('input, textarea, [popover]') === null
  )
}
