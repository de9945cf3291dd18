import { ChatProvider, useChat, useModels } from '@antiphon/react'
import { useMemo, useRef, useState } from 'react'
import { Conversation } from './chat/conversation.js'
import { appFetch } from './endpoint/scripted.js'
import { Header } from './header.js'
import { ModelCombobox } from './models/model-combobox.js'
import { SettingsDialog } from './settings/settings-dialog.js'
import { endpointName, endpointOf, parametersOf } from './settings/settings.js'
import { useSettings } from './settings/use-settings.js'
import { useTheme } from './theme/use-theme.js'
import { demoTools } from './tools/demo-tools.js'

/** One conversation with one endpoint. */
export function App() {
  const control = useSettings()
  const { settings, key } = control
  const [theme, setTheme] = useTheme()
  const [settingsOpen, setSettingsOpen] = useState(false)
  const picker = useRef<HTMLInputElement>(null)

  const endpoint = useMemo(() => endpointOf(settings, key), [settings, key])
  const parameters = useMemo(() => parametersOf(settings), [settings])
  const models = useModels(endpoint, { fetch: appFetch })
  const model = settings.model || models.data?.[0]?.id
  const { chat } = useChat({ endpoint, model, parameters, tools: demoTools, fetch: appFetch })
  const openSettings = (): void => setSettingsOpen(true)

  return (
    <div className="flex h-dvh flex-col">
      <Header
        endpoint={endpointName(settings.baseUrl)}
        theme={theme}
        onThemeChange={setTheme}
        onOpenSettings={openSettings}
      />
      <main className="min-h-0 flex-1">
        {/* The headings of an answer begin at the third level; these lead there. */}
        <h2 className="sr-only">Conversation</h2>
        <h3 className="sr-only">Messages</h3>
        <ChatProvider chat={chat}>
          <Conversation
            settings={settings}
            onSettingsChange={control.change}
            onOpenSettings={openSettings}
            onPickModel={() => {
              picker.current?.focus()
              picker.current?.click()
            }}
            modelPicker={
              <ModelCombobox
                inputRef={picker}
                side="above"
                label="Model"
                value={model ?? ''}
                models={models}
                onChange={(id) => control.change({ model: id })}
                onOpenSettings={openSettings}
              />
            }
          />
        </ChatProvider>
      </main>
      {settingsOpen && <SettingsDialog control={control} onClose={() => setSettingsOpen(false)} />}
    </div>
  )
}
