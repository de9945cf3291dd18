import { useModels } from '@antiphon/react/models'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useLearned } from '../profile/profile-section.js'
import { appFetch, needsNoKey, type Preset } from './endpoints.js'
import { readDraft, toDraft } from './settings-draft.js'
import { checkBaseUrl, endpointOf, originOf, type Key, type Settings } from './settings.js'
import type { SettingsControl } from './use-settings.js'

type Endpoint = ReturnType<typeof endpointOf>

export type Connection = ReturnType<typeof useConnection>

/**
 * One connection while it is set up: what is typed, the key, and what its server says. Nothing holds before `save`. The key
 * field is never filled by the app, so that the key is nowhere in the page; what is typed there replaces the one that is kept.
 */
export function useConnection(control: SettingsControl, startAtKey = false) {
  const [draft, setDraft] = useState(() => toDraft(control.settings))
  const [keyTyped, setKeyTyped] = useState(false)
  const [forget, setForget] = useState(false)
  const [tried, setTried] = useState(false)
  const keyField = useRef<HTMLInputElement>(null)
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
  // The pressed button disappears with its step, so the focus moves to the step that it opened.
  const [moved, setMoved] = useState<{ to: 'servers' | 'key' | 'change' } | undefined>(
    startAtKey ? { to: 'key' } : undefined,
  )
  useEffect(() => {
    if (!moved) return
    const wanted = {
      servers: '[data-step="1"] [aria-pressed]',
      key: '[data-step="2"] input',
      change: '[data-step="1"] button',
    }
    document.querySelector<HTMLElement>(wanted[moved.to])?.focus()
  }, [moved])
  const [addsKey, setAddsKey] = useState(startAtKey)
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
  const [, readLearned] = useReducer((count: number) => count + 1, 0)
  const [learned, forgetLearned] = useLearned(draft.baseUrl, draft.model || models.data?.[0]?.id)
  const [begun, setBegun] = useState(draft)
  const isChanged = keyTyped || forget || JSON.stringify(draft) !== JSON.stringify(begun)
  // Only a new choice is checked automatically: a saved connection worked before, and a check costs tokens.
  const chosen = `${draft.baseUrl} ${draft.model} ${asked}`
  const isNew =
    draft.baseUrl !== begun.baseUrl || draft.api !== begun.api || draft.model !== begun.model || keyTyped
  const auto = isReached === false || (isReached && isNew) ? chosen : ''

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
    ask()
  }
  const choose = ({ baseUrl, model }: Preset): void => {
    dropKey()
    setForget(false)
    set({ baseUrl, model, api: '', profile: '' })
    setReached(undefined)
    // A preset's address may have a part to fill in: show its field.
    const isOpen = checkBaseUrl(baseUrl) !== undefined
    setChoosing(isOpen)
    if (!isOpen) setMoved({ to: needsNoKey(baseUrl) ? 'change' : 'key' })
    ask()
  }
  const askAs = (api: typeof draft.api): void => {
    setReached(undefined)
    set({ api })
    ask()
  }
  /** An address that was found to be the right one. */
  const goTo = (baseUrl: string): void => {
    set({ baseUrl })
    ask()
  }
  const showServers = (): void => {
    setChoosing(true)
    setMoved({ to: 'servers' })
  }
  const addKey = (): void => {
    setAddsKey(true)
    setMoved({ to: 'key' })
  }
  /** Takes what an answer of the server says: it is there, with these models. `unknown`: a model that it does not have. */
  const tested = (endpoint: Endpoint, ids: readonly string[] | undefined, unknown?: string): void => {
    setReached(ids !== undefined)
    if (!ids) return
    setListed(endpoint)
    // A model of the address before would only be refused. One that was typed since is meant.
    if (unknown !== undefined) setDraft((last) => (last.model === unknown ? { ...last, model: '' } : last))
  }
  /** Names what is wrong, and gives whether nothing is. */
  const save = (): boolean => {
    setTried(true)
    if (Object.keys(problems).length > 0) {
      if (problems.baseUrl) setChoosing(true)
      return false
    }
    control.save(settings, typedKey()?.value)
    return true
  }

  return {
    draft,
    set,
    settings,
    problems,
    saved,
    isChanged,
    /** Problem of the address, shown once it was changed or saving was tried. */
    addressProblem: tried || draft.baseUrl !== (saved?.baseUrl ?? '') ? problems.baseUrl : undefined,
    /** Why no server can be asked yet. */
    problem: checkBaseUrl(draft.baseUrl),
    changeAddress: (baseUrl: string): void => {
      setReached(undefined)
      set({ baseUrl })
    },
    key: {
      input: keyField,
      kept: keptKey !== undefined,
      typed: keyTyped,
      onTyped: setKeyTyped,
      onForget: (): void => setForget(true),
    },
    isFree: needsNoKey(draft.baseUrl) && keptKey === undefined && !keyTyped && !addsKey,
    endpoint: (): Endpoint => endpointOf(settings, typedKey()),
    models,
    isReached,
    isChoosing,
    asked,
    auto,
    learned,
    forgetLearned,
    readLearned,
    commit,
    choose,
    showServers,
    addKey,
    askAs,
    goTo,
    tested,
    show,
    save,
  }
}
