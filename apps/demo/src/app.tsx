import { useModels } from '@antiphon/react/models'
import { ThreadsProvider } from '@antiphon/threads/react'
import { ModelPicker } from '@antiphon/ui/shell'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { BranchButton } from './branches/branch-button.js'
import { Conversation } from './chat/conversation.js'
import { Header, ToolbarButton } from './header.js'
import { AppKeyboard } from './keyboard/keyboard.js'
import { appFetch } from './settings/endpoints.js'
import { SettingsDialog } from './settings/settings-dialog.js'
import { endpointName, endpointOf, parametersOf } from './settings/settings.js'
import { useSettings } from './settings/use-settings.js'
import { DensitySwitch, ThemeSwitch, useDensity, useTheme } from './theme/theme.js'
import { ThreadDrawer, ThreadPanel } from './threads/thread-panel.js'
import { ContextUse, ThreadView } from './threads/thread-view.js'
import { useDemoThreads } from './threads/use-demo-threads.js'
import { useThreadAddress } from './threads/use-thread-address.js'
import { useDemoTools } from './tools/demo-tools.js'
import { useWire } from './wire/use-wire.js'
import { WireButton } from './wire/wire-button.js'
import { WireDock } from './wire/wire-dock.js'

const CompareDialog = lazy(() =>
  import('./compare/compare-dialog.js').then((module) => ({ default: module.CompareDialog })),
)

const ViewerDialog = lazy(() =>
  import('./viewer/viewer-dialog.js').then((module) => ({ default: module.ViewerDialog })),
)

/** Conversations with one endpoint, and the list of them. */
export function App() {
  const control = useSettings()
  const { settings, key } = control
  const [theme, setTheme] = useTheme()
  const [density, setDensity] = useDensity()
  const [settingsOpen, setSettingsOpen] = useState(false)
  const picker = useRef<HTMLInputElement>(null)

  const endpoint = useMemo(() => endpointOf(settings, key), [settings, key])
  const parameters = useMemo(() => parametersOf(settings), [settings])
  const models = useModels(endpoint, { fetch: appFetch })
  const model = settings.model || models.data?.[0]?.id
  const contextLength = models.data?.find(({ id }) => id === model)?.contextLength
  const tools = useDemoTools()
  const threads = useDemoThreads({ endpoint, model, parameters, tools })
  const address = useThreadAddress(threads.newId)
  const [listOpen, setListOpen] = useState(false)
  const [comparing, setComparing] = useState(false)
  const [viewing, setViewing] = useState(false)
  const wire = useWire()
  const openSettings = (): void => setSettingsOpen(true)
  const pickModel = (): void => {
    picker.current?.focus()
    picker.current?.click()
  }
  const densitySwitch = <DensitySwitch density={density} onChange={setDensity} />
  const viewerButton = (
    <ToolbarButton
      label="Transcripts"
      aria-haspopup="dialog"
      onClick={() => {
        setListOpen(false)
        setViewing(true)
      }}
      shape={<path d="M9 2.5H4v11h8V5.5zM9 2.5v3h3M6 8.5h4M6 11h4" />}
    />
  )

  return (
    <ThreadsProvider threads={threads}>
      <div className="flex h-dvh flex-col">
        <Header
          endpoint={endpointName(settings)}
          theme={theme}
          onThemeChange={setTheme}
          onOpenSettings={openSettings}
          leading={
            <span className="flex-none min-[720px]:hidden">
              <ToolbarButton
                label="Conversations"
                aria-haspopup="dialog"
                onClick={() => setListOpen(true)}
                shape={<path d="M2 4h12M2 8h12M2 12h8" />}
              />
            </span>
          }
        >
          <span className="max-[479px]:hidden">
            <ContextUse key={address.threadId} threadId={address.threadId} limit={contextLength} />
          </span>
          <BranchButton key={`branches ${address.threadId}`} threadId={address.threadId} />
          <span className="max-[479px]:hidden">{viewerButton}</span>
          <WireButton isOpen={wire.isOpen} onToggle={wire.toggle} />
        </Header>
        <div className="flex min-h-0 flex-1">
          <aside className="hidden w-64 flex-none border-e border-line bg-surface min-[720px]:block print:hidden!">
            <ThreadPanel address={address}>
              <span className="ms-auto flex">{densitySwitch}</span>
            </ThreadPanel>
          </aside>
          <main className="min-w-0 flex-1">
            {/* The headings of an answer begin at the third level; these lead there. */}
            <h2 className="sr-only">Conversation</h2>
            <h3 className="sr-only">Messages</h3>
            <ThreadView key={address.threadId} address={address}>
              <Conversation
                threadId={address.threadId}
                contextLength={contextLength}
                settings={settings}
                onSettingsChange={control.change}
                onOpenSettings={openSettings}
                onPickModel={pickModel}
                onOpenInWire={wire.openAt}
                modelPicker={
                  <span className="flex min-w-0 items-center gap-1">
                    <ModelPicker
                      inputRef={picker}
                      side="above"
                      label="Model"
                      value={model ?? ''}
                      models={models}
                      onChange={(id) => control.change({ model: id })}
                      onOpenSettings={openSettings}
                    />
                    <ToolbarButton
                      label="Compare two models"
                      aria-haspopup="dialog"
                      onClick={() => setComparing(true)}
                      shape={<path d="M2.5 3H7v10H2.5zM9 3h4.5v10H9z" />}
                    />
                  </span>
                }
              />
              {viewing && (
                <Suspense>
                  <ViewerDialog onOpenThread={address.open} onClose={() => setViewing(false)} />
                </Suspense>
              )}
              {comparing && (
                <Suspense>
                  <CompareDialog
                    models={models}
                    model={model ?? ''}
                    system={settings.system}
                    onClose={() => setComparing(false)}
                  />
                </Suspense>
              )}
            </ThreadView>
          </main>
          <WireDock threadId={address.threadId} wire={wire} />
        </div>
        {listOpen && (
          <ThreadDrawer onClose={() => setListOpen(false)}>
            <ThreadPanel address={address} onChosen={() => setListOpen(false)}>
              {/* What a narrow header has no room for. */}
              <span className="ms-auto flex">
                <span className="flex min-[480px]:hidden">
                  {viewerButton}
                  <ThemeSwitch theme={theme} onChange={setTheme} />
                </span>
                {densitySwitch}
              </span>
            </ThreadPanel>
          </ThreadDrawer>
        )}
        <AppKeyboard
          address={address}
          endpoints={control.endpoints}
          current={settings.id}
          theme={theme}
          selectEndpoint={control.select}
          density={density}
          setTheme={setTheme}
          setDensity={setDensity}
          openSettings={openSettings}
          pickModel={pickModel}
          compare={() => setComparing(true)}
          toggleWire={wire.toggle}
        />
        {settingsOpen && <SettingsDialog control={control} onClose={() => setSettingsOpen(false)} />}
      </div>
    </ThreadsProvider>
  )
}
