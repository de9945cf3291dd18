import { randomId } from '@antiphon/core'
import { resolveBaseUrl } from '@antiphon/core/provider'
import { useModels } from '@antiphon/react/models'
import { Button } from '@antiphon/ui'
import { ModelPicker, SettingsSheet } from '@antiphon/ui/shell'
import { lazy, Suspense, useEffect, useId, useReducer, useRef, useState } from 'react'
import { ProfileSection, useLearned } from '../profile/profile-section.js'
import { CheckSection, ConnectionTest } from './connection-test.js'
import { appFetch, needsNoKey, presetName, type Preset } from './endpoints.js'
import { Field, inputClass, ParameterFields } from './fields.js'
import { EndpointChoice, KeyField } from './key-field.js'
import { AppIcon, type AppIconName } from '../shell/icons.js'
import { DataPage, LooksPage, ReadingPage, type DataPageProps, type Looks } from './pages.js'
import { readDraft, toDraft } from './settings-draft.js'
import { ServerGrid } from './server-grid.js'
import {
  checkBaseUrl,
  defaultSettings,
  endpointName,
  endpointOf,
  originOf,
  type Key,
  type Settings,
} from './settings.js'
import { Step } from './step.js'
import type { SettingsControl } from './use-settings.js'
import { words } from '../words/words.js'

const ServersPage = lazy(() =>
  import('../mcp/servers-page.js').then((module) => ({ default: module.ServersPage })),
)

export interface SettingsDialogProps {
  control: SettingsControl
  /** What holds at once, on the pages beside the connection. */
  looks: Looks
  data: DataPageProps
  onClose: () => void
}

type Page = keyof typeof words.settings.pages

const pageIcons: Record<Page, AppIconName> = {
  connect: 'server',
  advanced: 'settings',
  mcp: 'tools',
  chat: 'chat',
  looks: 'theme',
  data: 'folder',
}
const pages = (Object.keys(pageIcons) as Page[]).map((id) => ({
  id,
  label: words.settings.pages[id],
  icon: <AppIcon name={pageIcons[id]} />,
}))

const newEndpoint = (): Settings => ({
  ...defaultSettings,
  id: randomId(),
  baseUrl: '',
  model: '',
})

/**
 * Where requests go and with what. Nothing is taken over before Save. The key field is never filled by the app, so that
 * the key is nowhere in the page; what is typed there replaces the one that is kept.
 */
export function SettingsDialog({ control, looks, data, onClose }: SettingsDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(control.settings))
  const [keyTyped, setKeyTyped] = useState(false)
  const [forget, setForget] = useState(false)
  const [tried, setTried] = useState(false)
  const keyField = useRef<HTMLInputElement>(null)
  const id = useId()
  const set = (part: Partial<typeof draft>): void => setDraft((last) => ({ ...last, ...part }))

  const { settings, problems } = readDraft(draft)
  const saved = control.endpoints.find((one) => one.id === draft.id)
  const known = control.keyOf(draft.id)
  const keptKey = !forget && known?.origin === originOf(draft.baseUrl) ? known : undefined
  const typedKey = (): Key | undefined => {
    const value = keyField.current?.value.trim() ?? ''
    const origin = originOf(draft.baseUrl)
    return value && origin ? { value, origin } : keptKey
  }
  const [isChoosing, setChoosing] = useState(false)
  // What is pressed goes with its step; the focus goes on with what it opened.
  const [moved, setMoved] = useState<{ to: 'servers' | 'key' | 'change' }>()
  useEffect(() => {
    if (!moved) return
    const wanted = {
      servers: '[data-step="1"] [aria-pressed]',
      key: '[data-step="2"] input',
      change: '[data-step="1"] button',
    }
    document.querySelector<HTMLElement>(wanted[moved.to])?.focus()
  }, [moved])
  const [page, setPage] = useState<Page>('connect')
  // Of a server that is not saved.
  const [typesServer, setTypesServer] = useState(false)
  const [addsKey, setAddsKey] = useState(false)
  // Asked with what is complete: a field that was left, not one that is being typed in.
  const [asked, setAsked] = useState(0)
  const ask = (): void => setAsked((count) => count + 1)
  const askedWith = useRef(control.settings.baseUrl)
  /** A field was left: asks where it has changed since it was asked last. */
  const commit = (): void => {
    const now = `${draft.baseUrl}${keyField.current?.value ?? ''}`
    if (now !== askedWith.current) ask()
    askedWith.current = now
  }
  // The list in the form is that of the address in the form, read with the key that is already known.
  const [listed, setListed] = useState(() => endpointOf(control.settings, control.key))
  const isListed = listed.baseUrl === draft.baseUrl && (listed.api ?? '') === draft.api
  const models = useModels(isListed ? listed : undefined, { fetch: appFetch })
  const [isReached, setReached] = useState<boolean>()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [learned, forgetLearned] = useLearned(draft.baseUrl, draft.model || models.data?.[0]?.id)
  const [begun, setBegun] = useState(draft)
  const isChanged = keyTyped || forget || JSON.stringify(draft) !== JSON.stringify(begun)
  // What is chosen here is checked by itself; what was saved works as it did, and a check costs tokens.
  const chosen = `${draft.baseUrl} ${draft.model} ${asked}`
  const isNew =
    draft.baseUrl !== begun.baseUrl || draft.api !== begun.api || draft.model !== begun.model || keyTyped
  // An id that is in no list is complete once its field was left.
  const [leftModel, setLeftModel] = useState('')
  const hasModel =
    draft.model === '' || draft.model === leftModel || models.data?.some(({ id: one }) => one === draft.model)
  const auto = isReached === false || (isReached && isNew && hasModel) ? chosen : ''

  const dropKey = (): void => {
    setForget(true)
    if (keyField.current) keyField.current.value = ''
    setKeyTyped(false)
  }
  const show = (endpoint: Settings): void => {
    dropKey()
    setForget(false)
    setTried(false)
    const next = toDraft(endpoint)
    setDraft(next)
    setBegun(next)
    setListed(endpointOf(endpoint, control.keyOf(endpoint.id)))
    setChoosing(endpoint.baseUrl === '')
    setAddsKey(false)
    setReached(undefined)
    setPage('connect')
    ask()
  }
  const choose = ({ baseUrl, model }: Preset): void => {
    dropKey()
    setForget(false)
    set({ baseUrl, model, api: '', profile: '' })
    setReached(undefined)
    // What is left open in an address is asked for.
    const isOpen = checkBaseUrl(baseUrl) !== undefined
    setChoosing(isOpen)
    if (!isOpen) setMoved({ to: needsNoKey(baseUrl) ? 'change' : 'key' })
    ask()
  }
  const remove = (): void => {
    control.remove(draft.id)
    show(defaultSettings)
  }
  const save = (): boolean => {
    setTried(true)
    if (Object.keys(problems).length > 0) {
      if (problems.baseUrl) setChoosing(true)
      setPage(problems.baseUrl ? 'connect' : 'advanced')
      return false
    }
    control.save(settings, typedKey()?.value)
    return true
  }

  const address = (
    <Field
      id={`${id}-baseUrl`}
      label={words.settings.baseUrl}
      hint={words.settings.baseUrlHint}
      problem={tried || draft.baseUrl !== (saved?.baseUrl ?? '') ? problems.baseUrl : undefined}
    >
      {(props) => (
        <input
          {...props}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          className={inputClass}
          value={draft.baseUrl}
          onChange={(event) => {
            setReached(undefined)
            set({ baseUrl: event.target.value })
          }}
          onBlur={commit}
        />
      )}
    </Field>
  )
  const problem = checkBaseUrl(draft.baseUrl)
  const server = endpointName({ name: '', baseUrl: draft.baseUrl })
  const isFree = needsNoKey(draft.baseUrl) && keptKey === undefined && !keyTyped && !addsKey
  const steps = (
    <div className="flex flex-col">
      {isChoosing || problem ? (
        <Step number={1} title={words.settings.where} state="open">
          <ServerGrid baseUrl={draft.baseUrl} onChoose={choose} />
          {address}
        </Step>
      ) : (
        <Step
          number={1}
          title={presetName(draft.baseUrl) ?? server}
          detail={server === draft.baseUrl ? undefined : new URL(resolveBaseUrl(draft.baseUrl)).host}
          state={isReached === false ? 'failed' : 'done'}
          aside={
            <Button
              variant="small"
              aria-label={words.settings.changeServer}
              onClick={() => {
                setChoosing(true)
                setMoved({ to: 'servers' })
              }}
            >
              {words.settings.change}
            </Button>
          }
        />
      )}
      <Step
        number={2}
        title={isFree ? words.settings.noKeyNeeded : words.settings.key}
        state={problem ? 'todo' : isFree || keptKey || keyTyped ? 'done' : 'open'}
        aside={
          isFree && (
            <Button
              variant="small"
              onClick={() => {
                setAddsKey(true)
                setMoved({ to: 'key' })
              }}
            >
              {words.settings.addKey}
            </Button>
          )
        }
      >
        {!isFree && (
          <KeyField
            id={`${id}-key`}
            input={keyField}
            kept={keptKey !== undefined}
            typed={keyTyped}
            place={draft.keyPlace}
            onTyped={setKeyTyped}
            onCommit={commit}
            onForget={() => setForget(true)}
            onPlaceChange={(keyPlace) => set({ keyPlace })}
          />
        )}
      </Step>
      <Step number={3} title={words.settings.model} state={problem ? 'todo' : isReached ? 'done' : 'open'}>
        <Field id={`${id}-model`} label={words.settings.model} isNamed hint={words.settings.modelHint}>
          {(props) => (
            <div onBlur={() => setLeftModel(draft.model)}>
              <ModelPicker
                id={props.id}
                describedBy={props['aria-describedby']}
                live
                side="below"
                label={words.settings.models}
                value={draft.model}
                models={models}
                onChange={(model) => set({ model })}
              />
            </div>
          )}
        </Field>
        <ConnectionTest
          baseUrl={draft.baseUrl}
          problem={problem}
          version={`${draft.id} ${asked}`}
          endpoint={() => endpointOf(settings, typedKey())}
          model={draft.model}
          onTested={(endpoint, ids, unknown) => {
            setReached(ids !== undefined)
            if (!ids) return
            setListed(endpoint)
            // A model of the address before would only be refused. One that was typed since is meant.
            if (unknown !== undefined)
              setDraft((last) => (last.model === unknown ? { ...last, model: '' } : last))
          }}
          onFound={(baseUrl) => {
            set({ baseUrl })
            ask()
          }}
        />
        <CheckSection
          baseUrl={draft.baseUrl}
          model={draft.model}
          problem={problem}
          endpoint={() => endpointOf(settings, typedKey())}
          onFound={(baseUrl) => {
            set({ baseUrl })
            ask()
          }}
          onLearned={redraw}
          auto={auto}
        />
      </Step>
    </div>
  )
  const parameters = (
    <>
      <Field
        id={`${id}-name`}
        label={words.settings.parameters.name}
        hint={words.settings.parameters.nameHint}
      >
        {(props) => (
          <input
            {...props}
            autoComplete="off"
            className={inputClass}
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Field>
      <ParameterFields id={id} draft={draft} problems={problems} onChange={set} />
      <Field
        id={`${id}-system`}
        label={words.settings.parameters.system}
        hint={words.settings.parameters.systemHint}
      >
        {(props) => (
          <textarea
            {...props}
            rows={3}
            dir="auto"
            className={`${inputClass} h-auto py-1.5`}
            value={draft.system}
            onChange={(event) => set({ system: event.target.value })}
          />
        )}
      </Field>
    </>
  )
  const profile = (
    <ProfileSection
      id={`${id}-profile`}
      baseUrl={draft.baseUrl}
      model={draft.model}
      api={draft.api}
      onApiChange={(api) => {
        setReached(undefined)
        set({ api })
        ask()
      }}
      profile={draft.profile}
      onProfileChange={(profile) => set({ profile })}
      texts={draft.overrides}
      problems={problems.overrides ?? {}}
      onTextsChange={(overrides) => set({ overrides })}
      learned={learned}
      onForget={forgetLearned}
    />
  )
  const isForm = page === 'connect' || page === 'advanced'
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
        { id: 'connect', content: steps, hidden: page !== 'connect' },
        {
          id: 'parameters',
          title: words.settings.parametersTitle,
          content: parameters,
          hidden: page !== 'advanced',
        },
        { id: 'profile', title: words.settings.providerTitle, content: profile, hidden: page !== 'advanced' },
        {
          id: 'mcp',
          content: page === 'mcp' && (
            <Suspense>
              <ServersPage onTyped={setTypesServer} />
            </Suspense>
          ),
          hidden: page !== 'mcp',
        },
        { id: 'chat', content: <ReadingPage />, hidden: page !== 'chat' },
        {
          id: 'looks',
          content: <LooksPage looks={looks} isChanged={isChanged} />,
          hidden: page !== 'looks',
        },
        { id: 'data', content: <DataPage {...data} />, hidden: page !== 'data' },
      ]}
      isChanged={isChanged || typesServer}
      // The other pages hold at once; what was typed on these is still to be saved.
      onSave={isForm || isChanged ? save : undefined}
      onClose={onClose}
    />
  )
}
