import { randomId } from '@antiphon/core'
import { useModels } from '@antiphon/react/models'
import { ModelPicker, SettingsSheet } from '@antiphon/ui/shell'
import { useId, useReducer, useRef, useState } from 'react'
import { ProfileSection, useLearned } from '../profile/profile-section.js'
import { CheckSection, ConnectionTest, LocalServers } from './connection-test.js'
import { appFetch } from './endpoints.js'
import { Field, inputClass, ParameterFields, PresetField } from './fields.js'
import { EndpointChoice, KeyField } from './key-field.js'
import { readDraft, toDraft } from './settings-draft.js'
import { checkBaseUrl, defaultSettings, endpointOf, originOf, type Key, type Settings } from './settings.js'
import type { SettingsControl } from './use-settings.js'

export interface SettingsDialogProps {
  control: SettingsControl
  onClose: () => void
}

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
export function SettingsDialog({ control, onClose }: SettingsDialogProps) {
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
  // The list in the form is that of the address in the form, read with the key that is already known.
  const [listed, setListed] = useState(() => endpointOf(control.settings, control.key))
  const isListed = listed.baseUrl === draft.baseUrl && (listed.api ?? '') === draft.api
  const models = useModels(isListed ? listed : undefined, { fetch: appFetch })
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [learned, forgetLearned] = useLearned(draft.baseUrl, draft.model || models.data?.[0]?.id)

  const dropKey = (): void => {
    setForget(true)
    if (keyField.current) keyField.current.value = ''
    setKeyTyped(false)
  }
  const show = (endpoint: Settings): void => {
    dropKey()
    setForget(false)
    setTried(false)
    setDraft(toDraft(endpoint))
    setListed(endpointOf(endpoint, control.keyOf(endpoint.id)))
  }
  const remove = (): void => {
    control.remove(draft.id)
    show(defaultSettings)
  }
  const save = (): boolean => {
    setTried(true)
    if (Object.keys(problems).length > 0) return false
    control.save(settings, typedKey()?.value)
    return true
  }

  const where = (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <PresetField
          id={`${id}-preset`}
          baseUrl={draft.baseUrl}
          onChoose={({ baseUrl, model }) => {
            dropKey()
            set({ baseUrl, model, api: '', profile: '' })
          }}
        />
        <Field id={`${id}-name`} label="Name" hint="Leave empty to use the address.">
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
      </div>
      <Field
        id={`${id}-baseUrl`}
        label="Base URL"
        hint="Up to /v1, for example http://localhost:11434/v1."
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
            onChange={(event) => set({ baseUrl: event.target.value })}
          />
        )}
      </Field>
      <LocalServers onChoose={(baseUrl) => set({ baseUrl, model: '' })} />
      <KeyField
        id={`${id}-key`}
        input={keyField}
        kept={keptKey !== undefined}
        typed={keyTyped}
        place={draft.keyPlace}
        onTyped={setKeyTyped}
        onForget={() => setForget(true)}
        onPlaceChange={(keyPlace) => set({ keyPlace })}
      />
      <Field id={`${id}-model`} label="Model" hint="Choose one or type an id. Leave empty for the first.">
        {(props) => (
          <ModelPicker
            id={props.id}
            describedBy={props['aria-describedby']}
            live
            side="below"
            label="Models"
            value={draft.model}
            models={models}
            onChange={(model) => set({ model })}
          />
        )}
      </Field>
      <ConnectionTest
        baseUrl={draft.baseUrl}
        problem={checkBaseUrl(draft.baseUrl)}
        endpoint={() => endpointOf(settings, typedKey())}
        model={draft.model}
        onTested={(endpoint, ids) => {
          setListed(endpoint)
          // A model of the address before would only be refused.
          if (draft.model !== '' && !ids.includes(draft.model)) set({ model: '' })
        }}
        onFound={(baseUrl) => set({ baseUrl })}
      />
    </>
  )
  const check = (
    <CheckSection
      baseUrl={draft.baseUrl}
      model={draft.model}
      problem={checkBaseUrl(draft.baseUrl)}
      endpoint={() => endpointOf(settings, typedKey())}
      onFound={(baseUrl) => set({ baseUrl })}
      onLearned={redraw}
    />
  )
  const asked = (
    <>
      <ParameterFields id={id} draft={draft} problems={problems} onChange={set} />
      <Field
        id={`${id}-system`}
        label="System prompt"
        hint="Used for new conversations. Existing ones keep theirs."
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
      onApiChange={(api) => set({ api })}
      profile={draft.profile}
      onProfileChange={(profile) => set({ profile })}
      texts={draft.overrides}
      problems={problems.overrides ?? {}}
      onTextsChange={(overrides) => set({ overrides })}
      learned={learned}
      onForget={forgetLearned}
    />
  )
  return (
    <SettingsSheet
      title="Connect a model"
      aside={
        <EndpointChoice
          endpoints={control.endpoints}
          chosen={draft.id}
          onChoose={show}
          onAdd={() => show(newEndpoint())}
          onRemove={saved && saved.id !== defaultSettings.id ? remove : undefined}
        />
      }
      sections={[
        { id: 'endpoint', content: where },
        { id: 'check', content: check },
        { id: 'parameters', title: 'Parameters', content: asked },
        { id: 'profile', title: 'Provider', content: profile },
      ]}
      onSave={save}
      onClose={onClose}
    />
  )
}
