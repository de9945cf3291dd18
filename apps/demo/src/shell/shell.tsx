import { useThreads, useThreadSessions } from '@antiphon/threads/react'
import { ModelMenu, type ModelsQuery } from '@antiphon/shell'
import type { MenuItem } from '@antiphon/ui/parts'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useVersionsOf } from '../threads/use-versions-of.js'
import { Conversation } from '../chat/conversation.js'
import { useConversation } from '../conversation/use-conversation.js'
import { offerMessageBox, SkipLink } from '../header.js'
import { AppKeyboard, type KeyboardDialog } from '../keyboard/keyboard.js'
import { useMcpCommands } from '../mcp/use-mcp-commands.js'
import { SettingsDialog } from '../settings/settings-dialog.js'
import { endpointName } from '../settings/settings.js'
import type { SettingsControl } from '../settings/use-settings.js'
import { usePageLook } from '../theme/look.js'
import { useDensity, useTheme, AppIcon } from 'app-parts'
import { ForkContext } from '../threads/fork-item.js'
import { closeThreadDrawer, ThreadDrawer } from '../threads/thread-drawer.js'
import { ContextUse, ThreadView } from '../threads/thread-view.js'
import { useRemoveThread } from '../threads/use-remove-thread.js'
import { useThreadAddress, type ThreadAddress } from '../threads/use-thread-address.js'
import { useTransfer } from '../threads/use-transfer.js'
import { useWire } from '../wire/use-wire.js'
import { useKeyboardRoom } from './use-keyboard-room.js'
import { WireDock } from '../wire/wire-dock.js'
import { ColumnHeader } from './column-header.js'
import { connectionOf } from './connection.js'
import { useRecentModels } from './recent-models.js'
import { Sidebar } from './sidebar.js'
import { useFrame } from './use-frame.js'
import { words } from '../words/words.js'

const BranchTree = lazy(() => import('workbench/versions').then((module) => ({ default: module.BranchTree })))
const ThemePanel = lazy(() =>
  import('../theme/theme-panel.js').then((module) => ({ default: module.ThemePanel })),
)
const ViewerPage = lazy(() => import('workbench/viewer').then((module) => ({ default: module.ViewerPage })))

/** The dialog over the page, one at a time; `key` and `new` open the settings at the field of the key and at another server. */
type Dialog = 'settings' | 'key' | 'new' | 'viewer' | 'versions'

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

/** Everything around the conversation: the list beside it, its header above, the wire at its other side, and what opens over all. */
export function Shell({ control, own, models, model }: ShellProps) {
  const { settings } = control
  const threads = useThreadSessions()
  const listed = useThreads()
  const address = useThreadAddress(threads.newId)
  const { threadId } = address
  const thread = listed.threads.find(({ id }) => id === threadId)
  const transfer = useTransfer()
  useKeyboardRoom()
  const wire = useWire()
  const frame = useFrame(wire.isOpen)
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  usePageLook()
  const [isTheming, setIsTheming] = useState(false)
  const [dialog, setDialog] = useState<Dialog>()
  const [keyboard, setKeyboard] = useState<KeyboardDialog>()
  const versions = useVersionsOf(threadId)
  const { recents, remember } = useRecentModels(settings.id)
  const contextLength = models.data?.find(({ id }) => id === model)?.contextLength
  const connection = connectionOf(control, models)

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

  const open = (next: Dialog) => (): void => setDialog(next)
  const close = (): void => setDialog(undefined)
  const pickModel = (): void => document.querySelector<HTMLElement>('[data-slot="model-chip"]')?.click()
  const { change } = control
  const setModel = useCallback(
    (id: string): void => {
      if (model) remember(model)
      change({ model: id })
    },
    [change, model, remember],
  )

  const parts = useConversation({
    threadId,
    title: thread && (thread.title || words.shell.untitled),
    control,
    model,
    onSaveThread: () => void transfer.exportToFile(threadId),
  })
  const { exportThread } = parts
  const ofServers = useMcpCommands(threadId, settings.system)
  const removal = useRemoveThread(address)
  const { fork } = listed
  const { attempt } = transfer
  const { open: openThread } = address
  const forkAt = useCallback(
    (messageId: string): void =>
      void attempt(async () => {
        openThread(await fork(threadId, messageId))
        return words.shell.forked
      }),
    [attempt, fork, openThread, threadId],
  )
  const threadMenu: MenuItem[][] = [
    [
      { id: 'wire', label: words.shell.wire, icon: <AppIcon name="wire" />, keys: 'Mod+.', run: wire.toggle },
      ...(versions
        ? [
            {
              id: 'versions',
              label: words.shell.versions,
              icon: <AppIcon name="versions" />,
              run: open('versions'),
            },
          ]
        : []),
      ...(compare
        ? [
            {
              id: 'compare',
              label: words.shell.compare,
              icon: <AppIcon name="compare" />,
              keys: 'Mod+Shift+M',
              run: compare,
            },
          ]
        : []),
      ...(exportThread
        ? [
            {
              id: 'export',
              label: words.shell.export,
              icon: <AppIcon name="share" />,
              keys: 'Mod+Shift+E',
              run: exportThread,
            },
          ]
        : []),
    ],
    parts.items,
    [
      {
        id: 'theme',
        label: words.theme.open,
        icon: <AppIcon name="theme" />,
        run: () => setIsTheming(true),
      },
    ],
    thread
      ? [
          {
            id: 'pin',
            label: thread.pinnedAt === undefined ? words.shell.pin : words.shell.unpin,
            icon: thread.pinnedAt === undefined ? ('pin' as const) : ('unpin' as const),
            run: () => void listed.setPinned(threadId, thread.pinnedAt === undefined).catch(() => {}),
          },
          {
            id: 'delete',
            label: words.shell.delete,
            icon: 'clear' as const,
            danger: true,
            run: () => removal.remove(thread),
          },
        ]
      : [],
  ]
  const appMenu: MenuItem[][] = [
    [
      {
        id: 'import',
        label: words.shell.import,
        icon: 'open',
        run: () => transfer.importFromFile(address.open),
      },
      ...(listed.threads.length > 0
        ? [
            {
              id: 'export-all',
              label: words.shell.exportAll,
              icon: 'save' as const,
              run: () => void transfer.exportToFile(),
            },
          ]
        : []),
    ],
    [
      ...parts.appItems,
      {
        id: 'keys',
        label: words.shell.keyboard,
        icon: <AppIcon name="keyboard" />,
        keys: '?',
        run: () => setKeyboard('sheet'),
      },
    ],
  ]

  const isViewing = dialog === 'viewer'
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
  const sidebar = (onChosen?: () => void) => (
    <Sidebar
      address={toThread}
      isViewing={isViewing}
      transfer={transfer}
      connection={connection}
      onSearch={() => setKeyboard('palette')}
      onOpenViewer={open('viewer')}
      onOpenSettings={open('settings')}
      onFold={onChosen ?? frame.toggleSidebar}
      foldLabel={onChosen ? words.shell.closeList : words.shell.hideSidebar}
      menu={appMenu}
      onChosen={onChosen}
    />
  )

  return (
    <div className="safe flex h-(--app-height,100dvh)">
      <SkipLink />
      {frame.hasSidebar && (
        <aside className="w-[232px] flex-none border-e border-line bg-surface min-[1100px]:w-[264px] print:hidden!">
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
              recents={recents.filter((id) => id !== model)}
              onChange={setModel}
              onOpenSettings={open('settings')}
              actions={
                compare && [
                  {
                    id: 'compare',
                    label: words.shell.compareWith,
                    icon: <AppIcon name="compare" />,
                    run: compare,
                  },
                  {
                    id: 'connect',
                    label: words.shell.connectAnother,
                    icon: <AppIcon name="server" />,
                    run: open('new'),
                  },
                ]
              }
            >
              {shown}
            </ModelMenu>
          )}
          wireIsOpen={wire.isOpen}
          onToggleWire={wire.toggle}
          onExport={exportThread}
          menu={threadMenu}
        />
        <main className="relative min-h-0 flex-1">
          {parts.above}
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
                  onOpenSettings={open('settings')}
                  onOpenKey={open('key')}
                  onPickModel={pickModel}
                  onOpenInWire={wire.openAt}
                  onCompare={compare}
                  models={models}
                  model={model ?? ''}
                  second={second}
                  onModelChange={setModel}
                  slashCommands={parts.slashCommands}
                  context={<ContextUse threadId={threadId} limit={contextLength} />}
                  contextLength={contextLength}
                />
              </ForkContext>
            </div>
            {dialog === 'viewer' && (
              <Suspense>
                <ViewerPage onOpenThread={address.open} onClose={close} />
              </Suspense>
            )}
            {dialog === 'versions' && versions && (
              <Suspense>
                <BranchTree chat={versions} onClose={close} />
              </Suspense>
            )}
          </ThreadView>
        </main>
      </div>
      <WireDock threadId={threadId} wire={wire} />
      {frame.isDrawerOpen && (
        <ThreadDrawer onClose={frame.closeDrawer}>{sidebar(closeThreadDrawer)}</ThreadDrawer>
      )}
      <AppKeyboard
        address={toThread}
        transfer={transfer}
        more={[...parts.commands, ...ofServers.commands]}
        exportThread={() => exportThread?.()}
        open={keyboard}
        onOpen={setKeyboard}
        palette={{
          models: models.data ?? [],
          model,
          onOpenThread: toThread.open,
          onModel: setModel,
        }}
        endpoints={control.endpoints}
        current={settings.id}
        theme={theme}
        selectEndpoint={control.select}
        density={density}
        setTheme={setTheme}
        setDensity={setDensity}
        openTheme={() => setIsTheming(true)}
        openSettings={open('settings')}
        connectServer={open('new')}
        openViewer={open('viewer')}
        pickModel={pickModel}
        compare={compare}
        showVersions={versions && open('versions')}
        toggleSidebar={frame.toggleSidebar}
        toggleWire={wire.toggle}
      />
      {/* Said also while the list, where it is read, is not on screen. */}
      {!frame.hasSidebar && !frame.isDrawerOpen && (
        <p role="status" className="sr-only">
          {transfer.note}
        </p>
      )}
      {isTheming && (
        <Suspense>
          <ThemePanel
            anchor={themeAnchor}
            theme={theme}
            setTheme={setTheme}
            density={density}
            setDensity={setDensity}
            onClose={() => setIsTheming(false)}
          />
        </Suspense>
      )}
      {parts.over}
      {ofServers.over}
      {transfer.review}
      {(dialog === 'settings' || dialog === 'key' || dialog === 'new') && (
        <SettingsDialog
          control={own}
          start={dialog === 'settings' ? undefined : dialog}
          looks={{ theme, setTheme, density, setDensity }}
          data={{
            onImport: () => transfer.importFromFile(toThread.open),
            onExport: listed.threads.length > 0 ? () => void transfer.exportToFile() : undefined,
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
