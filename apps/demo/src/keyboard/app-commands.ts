import type { ChatController } from '@antiphon/core'
import type { Command } from '@antiphon/react/shortcuts'
import { focusMessageBox } from '../header.js'
import { endpointName, type Settings } from '../settings/settings.js'
import { densities, type Density, themes, type Theme } from '../theme/theme.js'

/** Moves the focus to the next or previous message, from where it is or, with no message focused, from the last one. */
export function moveBetweenTurns(step: 1 | -1): void {
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
  newThread(): void
  openSettings(): void
  pickModel(): void
  /** Shows the versions of the conversation. Absent while it has none. */
  showVersions: (() => void) | undefined
  toggleSidebar(): void
  openViewer(): void
  compare(): void
  toggleWire(): void
  exportThread(): void
  exportAll(): void
  importFile(): void
}

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
  const conversation = in_('Conversation')
  const threads = in_('Conversations')
  const app = in_('App')
  return [
    conversation('focus', 'Write a message', focusMessageBox, { keys: '/' }),
    conversation('back', 'Back to the message box', focusMessageBox, {
      keys: 'Escape',
      isAvailable: isReading,
    }),
    conversation('next-turn', 'Next message', () => moveBetweenTurns(1), {
      keys: 'J',
      isAvailable: hasMessages,
    }),
    conversation('previous-turn', 'Previous message', () => moveBetweenTurns(-1), {
      keys: 'K',
      isAvailable: hasMessages,
    }),
    conversation('copy', 'Copy the last answer', copyLastAnswer, {
      keys: 'Mod+Shift+C',
      isAvailable: hasMessages,
    }),
    conversation('stop', 'Stop the answer', () => chat()?.stop(), { isAvailable: isBusy }),
    conversation('retry', 'Retry the last answer', () => void chat()?.regenerate(), {
      isAvailable: () => hasMessages() && !isBusy(),
    }),
    conversation('compare', 'Compare two models', actions.compare, {
      keys: 'Mod+Shift+M',
      keywords: 'compare side by side',
    }),
    conversation('branches', 'Show the versions of this conversation', () => actions.showVersions?.(), {
      keywords: 'tree branches',
      isAvailable: () => actions.showVersions !== undefined,
    }),
    conversation('model', 'Choose the model', actions.pickModel),
    threads('new', 'New conversation', actions.newThread, { keys: 'Mod+Shift+O' }),
    threads('export', 'Export this conversation', actions.exportThread, {
      keys: 'Mod+Shift+E',
      keywords: 'download save',
      isAvailable: hasMessages,
    }),
    threads('export-all', 'Export all conversations', actions.exportAll, {
      keywords: 'download save backup',
    }),
    threads('import', 'Import conversations', actions.importFile, { keywords: 'upload open restore' }),
    threads('transcripts', 'Open a transcript', actions.openViewer, { keywords: 'file read paste viewer' }),
    app('sidebar', 'Show or hide the sidebar', actions.toggleSidebar, {
      keys: 'Mod+B',
      keywords: 'list conversations fold',
    }),
    app('wire', 'Show or hide the wire', actions.toggleWire, {
      keys: 'Mod+.',
      keywords: 'requests network stream inspector debug',
    }),
    app('settings', 'Settings', actions.openSettings, {
      keys: 'Mod+,',
      keywords: 'endpoint key model check',
    }),
    ...actions.endpoints
      .filter(({ id }) => id !== actions.current)
      .map((endpoint) =>
        app(
          `endpoint ${endpoint.id}`,
          `Use ${endpointName(endpoint)}`,
          () => actions.selectEndpoint(endpoint.id),
          {
            keywords: 'endpoint switch',
          },
        ),
      ),
    ...themes
      .filter((theme) => theme !== actions.theme)
      .map((theme) => app(`theme ${theme}`, `Theme: ${theme}`, () => actions.setTheme(theme))),
    ...densities
      .filter((density) => density !== actions.density)
      .map((density) =>
        app(`density ${density}`, `Density: ${density}`, () => actions.setDensity(density), {
          keywords: 'rows spacing',
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
