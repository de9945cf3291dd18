import { useThreads, useThreadSessions } from '@antiphon/threads/react'
import { ModelMenu, type ModelsQuery } from '@antiphon/shell'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { Conversation } from '../chat/conversation.js'
import { FindBar, ThreadDialogs } from '../conversation/thread-dialogs.js'
import { offerMessageBox, SkipLink } from '../header.js'
import { fetchedAhead, useFetchAhead } from '../keyboard/fetch-ahead.js'
import { Keyboard } from '../keyboard/keyboard.js'
import { useMcpActions } from '../mcp/use-mcp-actions.js'
import { usePagePreferences } from '../preferences/preferences.js'
import { endpointName } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { usePageLook } from '../theme/look.js'
import { AppIcon, useDensity, useTheme } from 'app-parts'
import { scriptedBaseUrl, scriptedModel } from '../settings/endpoints.js'
import { ForkContext } from '../threads/fork-item.js'
import { closeThreadDrawer, ThreadDrawer } from '../threads/thread-drawer.js'
import { ContextUse, ThreadView } from '../threads/thread-view.js'
import { useRemoveThread } from '../threads/use-remove-thread.js'
import { useThreadAddress, type ThreadAddress } from '../threads/use-thread-address.js'
import { useTransfer } from '../threads/use-transfer.js'
import { useKeyboardRoom } from './use-keyboard-room.js'
import { SideDock } from '../side/side-dock.js'
import { useSide } from '../side/use-side.js'
import { ColumnHeader } from './column-header.js'
import { connectionOf } from './connection.js'
import { useRecentModels } from './recent-models.js'
import { Sidebar } from './sidebar.js'
import { menuOf, useActions, useSlashCommands, type Over } from './use-actions.js'
import { useFrame } from './use-frame.js'
import { words } from '../words/words.js'

const SettingsDialog = fetchedAhead(words.shell.settings, () =>
  import('../settings/settings-dialog.js').then((module) => module.SettingsDialog),
)
const ThemePanel = lazy(() =>
  import('../theme/theme-panel.js').then((module) => ({ default: module.ThemePanel })),
)
const ViewerPage = lazy(() => import('workbench/viewer').then((module) => ({ default: module.ViewerPage })))

export interface ShellProps {
  /** Settings of what answers. */
  control: SettingsControl
  /** Settings of this browser, which the dialog changes. */
  own: SettingsControl
  models: ModelsQuery
  /** Id of the model in use; undefined while none is known. */
  model: string | undefined
}

const themeAnchor = (): HTMLElement | null =>
  document.querySelector('[data-slot="column-header"] [aria-haspopup="menu"]')
const pickModel = (): void => document.querySelector<HTMLElement>('[data-slot="model-chip"]')?.click()
/** The scripted endpoint has a model for each scenario, and the tour plays them all. */
const scenarios = {
  has: (id: string): boolean => id !== scriptedModel,
  label: words.shell.scenarios,
  icon: <AppIcon name="folder" />,
}
/** Settings are opened at a place of theirs by these. */
const settingsPlaces = {
  settings: undefined,
  key: 'key',
  new: 'new',
  tools: 'tools',
  about: 'about',
} as const

/** Everything around the conversation: the list beside it, its header above, the wire at its other side, and what opens over all. */
export function Shell({ control, own, models, model }: ShellProps) {
  const { settings, change } = control
  const sessions = useThreadSessions()
  const { threads, fork } = useThreads()
  const address = useThreadAddress(sessions.newId)
  const { threadId, open: openThread } = address
  const thread = threads.find(({ id }) => id === threadId)
  const transfer = useTransfer()
  const { attempt } = transfer
  useKeyboardRoom()
  usePageLook()
  usePagePreferences()
  useFetchAhead(SettingsDialog)
  const side = useSide(threadId)
  const { wire } = side
  const frame = useFrame(!side.isClosed)
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const looks = { theme, setTheme, density, setDensity }
  const [over, setOver] = useState<Over>()
  const [keys, setKeys] = useState<'palette' | 'shortcuts'>()
  const show = (next: Over): void =>
    next === 'palette' || next === 'shortcuts' ? setKeys(next) : setOver(next)
  const close = (): void => setOver(undefined)
  const { recents, remember } = useRecentModels(settings.id)
  const contextLength = models.data?.find(({ id }) => id === model)?.contextLength

  const [secondId, setSecondId] = useState<string>()
  const second = useMemo(() => ({ id: secondId, set: setSecondId }), [secondId])
  /** A second model beside the first in the message box, to be chosen unless it was before. A server answers with one at a time. */
  const compare =
    control === own
      ? (): void => {
          setSecondId((last) => last ?? '')
          offerMessageBox()
        }
      : undefined

  const setModel = useCallback(
    (id: string): void => {
      if (model) remember(model)
      change({ model: id })
    },
    [change, model, remember],
  )
  const forkAt = useCallback(
    (messageId: string): void =>
      void attempt(async () => {
        openThread(await fork(threadId, messageId))
        return words.shell.forked
      }),
    [attempt, fork, openThread, threadId],
  )
  const isViewing = over === 'viewer'
  /** A conversation that is chosen takes the place of what else is there. */
  const toThread: ThreadAddress = {
    ...address,
    open: (id) => {
      close()
      address.open(id)
    },
    openNew: () => {
      close()
      address.openNew()
    },
  }
  const removal = useRemoveThread(address)
  const ofServers = useMcpActions(threadId, settings.system)
  const { actions, note } = useActions({
    address: toThread,
    control,
    looks,
    transfer,
    show,
    compare,
    pickModel,
    remove: removal.remove,
    toggleSidebar: frame.toggleSidebar,
    toggleWire: wire.toggle,
  })
  const slashCommands = useSlashCommands(actions, settings)
  const sidebar = (onChosen?: () => void) => (
    <Sidebar
      address={toThread}
      isViewing={isViewing}
      transfer={transfer}
      connection={connectionOf(control, models)}
      onSearch={() => setKeys('palette')}
      onOpenViewer={() => setOver('viewer')}
      onOpenSettings={() => setOver('settings')}
      onFold={onChosen ?? frame.toggleSidebar}
      foldLabel={onChosen ? words.shell.closeList : words.shell.hideSidebar}
      menu={menuOf(actions, ['about', 'shortcuts'], ['import'])}
      onChosen={onChosen}
    />
  )

  return (
    <div className="safe flex h-(--app-height,100dvh)">
      <SkipLink />
      {frame.hasSidebar && (
        <aside className="w-[14.5rem] flex-none border-e border-line bg-surface min-[1100px]:w-[16.5rem] print:hidden!">
          {sidebar()}
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        <ColumnHeader
          inert={isViewing}
          threadId={threadId}
          hasListButton={!frame.hasSidebar}
          onShowList={frame.toggleSidebar}
          onNew={address.openNew}
          modelName={model ?? ''}
          renderModel={(shown) => (
            <ModelMenu
              value={model ?? ''}
              connection={secondId ? words.shell.and(secondId) : endpointName(settings)}
              models={models}
              folded={settings.baseUrl === scriptedBaseUrl ? scenarios : undefined}
              recents={recents.filter((id) => id !== model)}
              onChange={setModel}
              onOpenSettings={() => setOver('settings')}
              actions={compare && menuOf(actions, ['compare', 'connect']).flat()}
            >
              {shown}
            </ModelMenu>
          )}
          wireIsOpen={wire.isOpen}
          onToggleWire={wire.toggle}
          actions={actions}
        />
        <main className="relative min-h-0 flex-1">
          <FindBar
            isOpen={over === 'find'}
            onClose={() => {
              close()
              offerMessageBox()
            }}
          />
          {note}
          {removal.note}
          {/* The headings of an answer begin at the third level; these lead there. */}
          {!isViewing && (
            <>
              <h2 className="sr-only">{words.shell.conversation}</h2>
              <h3 className="sr-only">{words.shell.messages}</h3>
            </>
          )}
          <ThreadView key={threadId} address={address}>
            <div className="contents" inert={isViewing}>
              <ForkContext value={forkAt}>
                <Conversation
                  threadId={threadId}
                  settings={settings}
                  onSettingsChange={control.change}
                  onOpenSettings={() => setOver('settings')}
                  onOpenKey={() => setOver('key')}
                  onPickModel={pickModel}
                  onOpenInWire={wire.openAt}
                  onPeekWire={wire.peek}
                  onOpenArtifact={side.showArtifact}
                  addMenu={menuOf(actions, ['compare', 'prompts', 'tools'])}
                  models={models}
                  model={model ?? ''}
                  second={second}
                  onModelChange={setModel}
                  slashCommands={slashCommands}
                  context={<ContextUse threadId={threadId} limit={contextLength} />}
                  contextLength={contextLength}
                />
              </ForkContext>
            </div>
            {isViewing && (
              <Suspense>
                <ViewerPage onOpenThread={address.open} onClose={close} />
              </Suspense>
            )}
          </ThreadView>
        </main>
      </div>
      <SideDock threadId={threadId} side={side} />
      {frame.isDrawerOpen && (
        <ThreadDrawer onClose={frame.closeDrawer}>{sidebar(closeThreadDrawer)}</ThreadDrawer>
      )}
      <Keyboard
        actions={[...actions, ...ofServers.actions]}
        open={keys}
        onClose={() => setKeys(undefined)}
        palette={{ models: models.data ?? [], model, onOpenThread: toThread.open, onModel: setModel }}
      />
      {/* Said also while the list, where it is read, is not on screen. */}
      {!frame.hasSidebar && !frame.isDrawerOpen && (
        <p role="status" className="sr-only">
          {transfer.note}
        </p>
      )}
      {over === 'theme' && (
        <Suspense>
          <ThemePanel anchor={themeAnchor} {...looks} onClose={close} />
        </Suspense>
      )}
      <ThreadDialogs
        open={over}
        threadId={threadId}
        chat={sessions.get(threadId)?.chat}
        title={thread ? thread.title || words.shell.untitled : words.shell.conversation}
        system={settings.system}
        model={model}
        onSaveThread={() => void transfer.exportToFile(threadId)}
        onClose={close}
      />
      {ofServers.over}
      {transfer.review}
      {over && over in settingsPlaces && (
        <SettingsDialog
          control={own}
          start={settingsPlaces[over as keyof typeof settingsPlaces]}
          looks={looks}
          data={{
            onImport: () => transfer.importFromFile(toThread.open),
            onExport: threads.length > 0 ? () => void transfer.exportToFile() : undefined,
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
