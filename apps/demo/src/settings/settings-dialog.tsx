import { SettingsSheet } from '@antiphon/shell'
import { Button } from '@antiphon/ui'
import { lazy, Suspense, useId, useState } from 'react'
import { ConnectionSteps } from './connection-steps.js'
import { AppIcon, type AppIconName } from 'app-parts'
import { ParameterFields } from './fields.js'
import { EndpointChoice } from './key-field.js'
import { About } from '../about/about.js'
import { DataPage, PreferencesPage, type DataPageProps, type Looks } from './pages.js'
import { defaultSettings, newEndpoint, type Settings } from './settings.js'
import { useConnection } from './use-connection.js'
import type { SettingsControl } from './use-settings.js'
import { useKeeper } from '../threads/keeping.js'
import { ToolList } from '../tools/tool-list.js'
import { words } from '../words/words.js'

const ProfileSection = lazy(() =>
  import('workbench/profile').then((module) => ({ default: module.ProfileSection })),
)
const ServersPage = lazy(() =>
  import('../mcp/servers-page.js').then((module) => ({ default: module.ServersPage })),
)

export interface SettingsDialogProps {
  control: SettingsControl
  /** `key`: it was refused, so its field is shown and gets the focus. `new`: a server is to be added. */
  start?: 'key' | 'new' | 'tools' | 'about'
  /** Appearance settings on the other pages, which take effect at once. */
  looks: Looks
  data: DataPageProps
  onClose: () => void
}

type Page = keyof typeof words.settings.pages

const pageIcons: Record<Page, AppIconName> = {
  models: 'server',
  tools: 'tools',
  preferences: 'settings',
  data: 'folder',
}
const pages = (Object.keys(pageIcons) as Page[]).map((id) => ({
  id,
  label: words.settings.pages[id],
  icon: <AppIcon name={pageIcons[id]} />,
}))

/** Where requests go and with what, which holds once it is saved, and what holds at once. */
export function SettingsDialog({ control, start, looks, data, onClose }: SettingsDialogProps) {
  const connection = useConnection(control, start === 'key' || start === 'new' ? start : undefined)
  const { draft, set, problems, saved, isChanged } = connection
  const keeper = useKeeper()
  const id = useId()
  const [page, setPage] = useState<Page>(start === 'tools' ? 'tools' : start === 'about' ? 'data' : 'models')
  const [isAdvanced, setAdvanced] = useState(false)
  // A server is being typed in that is not saved yet.
  const [typesServer, setTypesServer] = useState(false)
  const show = (endpoint: Settings): void => {
    connection.show(endpoint)
    setPage('models')
  }
  const remove = (): void => {
    control.remove(draft.id)
    show(defaultSettings)
  }
  const save = (): boolean => {
    if (connection.save()) return true
    setPage('models')
    if (!problems.baseUrl) setAdvanced(true)
    return false
  }

  const profile = (
    <Suspense>
      <ProfileSection
        id={`${id}-profile`}
        baseUrl={draft.baseUrl}
        api={draft.api}
        onApiChange={connection.askAs}
        profile={draft.profile}
        onProfileChange={(profile) => set({ profile })}
        changes={draft.overrides}
        problem={problems.overrides}
        onChangesChange={(overrides) => set({ overrides })}
        learned={connection.learned}
        onForget={connection.forgetLearned}
      />
    </Suspense>
  )
  const isForm = page === 'models'
  return (
    <SettingsSheet
      title={isForm ? words.settings.connect : words.settings.pages[page]}
      aside={
        isForm && (
          <EndpointChoice
            endpoints={control.endpoints}
            chosen={draft.id}
            onChoose={show}
            onAdd={() => show(newEndpoint())}
            onRemove={saved && saved.id !== defaultSettings.id ? remove : undefined}
          />
        )
      }
      pages={{
        label: words.settings.title,
        items: pages,
        current: page,
        onChange: (next) => setPage(next as Page),
      }}
      sections={[
        {
          id: 'connect',
          content: (
            <>
              {keeper === 'server' && (
                <p className="mb-4 text-row text-text-2">{words.settings.data.serverAnswers}</p>
              )}
              <ConnectionSteps id={id} connection={connection} />
              {!isAdvanced && (
                <div>
                  <Button
                    onClick={() => {
                      setAdvanced(true)
                      // The pressed button is gone with the next render.
                      setTimeout(() => document.getElementById(`${id}-name`)?.focus())
                    }}
                  >
                    {words.settings.advanced}
                  </Button>
                </div>
              )}
            </>
          ),
          hidden: !isForm,
        },
        {
          id: 'parameters',
          title: words.settings.parametersTitle,
          content: <ParameterFields id={id} draft={draft} problems={problems} onChange={set} />,
          hidden: !isForm || !isAdvanced,
        },
        {
          id: 'profile',
          title: words.settings.providerTitle,
          content: profile,
          hidden: !isForm || !isAdvanced,
        },
        {
          id: 'tools',
          content: page === 'tools' && <ToolList settings={control.settings} />,
          hidden: page !== 'tools',
        },
        {
          id: 'mcp',
          title: words.mcp.list,
          content: page === 'tools' && (
            <Suspense>
              <ServersPage onTyped={setTypesServer} />
            </Suspense>
          ),
          hidden: page !== 'tools',
        },
        { id: 'preferences', content: <PreferencesPage looks={looks} />, hidden: page !== 'preferences' },
        { id: 'data', content: <DataPage {...data} />, hidden: page !== 'data' },
        { id: 'about', content: <About />, hidden: page !== 'data' },
      ]}
      isChanged={isChanged || typesServer}
      saveLabel={connection.isUnchecked ? words.settings.saveUnchecked : undefined}
      // The other pages hold at once; what was typed on these is still to be saved.
      onSave={isForm || isChanged ? save : undefined}
      onClose={onClose}
    />
  )
}
