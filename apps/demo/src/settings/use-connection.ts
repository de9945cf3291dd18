import type { ChatErrorData, EndpointConfig } from '@antiphon/core'
import { type Healing, endpointMemory } from '@antiphon/core/provider'
import { useModels } from '@antiphon/shell/models'
import { useEffect, useReducer, useRef, useState } from 'react'
import { appFetch } from './endpoints.js'
import { needsNoKey, type Preset } from './presets.js'
import { readDraft, toDraft } from './settings-draft.js'
import { checkBaseUrl, endpointOf, newEndpoint, originOf, type Key, type Settings } from './settings.js'
import type { SettingsControl } from './use-settings.js'

/** The server's word on the question for its models. */
export interface Said {
  /** It gave a list. A server without one may still answer. */
  isListed: boolean
  error?: ChatErrorData
}

export type Connection = ReturnType<typeof useConnection>

/**
 * One connection while it is set up: what is typed, the key, and what its server says. Nothing holds before `save`. The key
 * field is never filled by the app, so that the key is nowhere in the page; what is typed there replaces the one that is kept.
 */
export function useConnection(control: SettingsControl, start?: 'key' | 'new') {
  const [draft, setDraft] = useState(() => toDraft(start === 'new' ? newEndpoint() : control.settings))
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
  const [isChoosing, setChoosing] = useState(start === 'new')
  // The pressed button disappears with its step, so the focus moves to the step that it opened.
  const [moved, setMoved] = useState<{ to: 'servers' | 'key' | 'change' } | undefined>(
    start && { to: start === 'key' ? 'key' : 'servers' },
  )
  useEffect(() => {
    if (!moved) return
    const wanted = {
      // On a phone its keyboard would cover the servers.
      servers: `[data-step="1"] ${matchMedia('(pointer: coarse)').matches ? '[aria-pressed]' : 'input'}`,
      key: '[data-step="2"] input',
      change: '[data-step="1"] button',
    }
    const target = document.querySelector<HTMLElement>(wanted[moved.to])
    target?.focus()
    if (target instanceof HTMLInputElement) target.select()
  }, [moved])
  const [addsKey, setAddsKey] = useState(start === 'key')
  // The request uses only complete values: those of fields that have lost the focus.
  const [asked, setAsked] = useState(0)
  const ask = (): void => setAsked((count) => count + 1)
  const askedWith = useRef(control.settings.baseUrl)
  /** A field lost the focus. Requests again if it has changed since the last request, and returns whether it has. */
  const commit = (): boolean => {
    const now = `${draft.baseUrl}${keyField.current?.value ?? ''}`
    const isOpen = now !== askedWith.current
    if (isOpen) ask()
    askedWith.current = now
    return isOpen
  }
  // The list in the form is that of the address in the form, read with the key that is already known.
  const [listed, setListed] = useState(() => endpointOf(control.settings, control.key))
  const isListed = listed.baseUrl === draft.baseUrl && (listed.api ?? '') === draft.api
  const models = useModels(isListed ? listed : undefined, { fetch: appFetch })
  // Only the server says what a step has become. `works`: a model of it has answered with this key.
  const [said, setSaid] = useState<Said & { works?: boolean }>()
  const forgetSaid = (): void => setSaid(undefined)
  const [, readLearned] = useReducer((count: number) => count + 1, 0)
  const [learned, forgetLearned] = useLearned(draft.baseUrl, draft.model || models.data?.[0]?.id)
  const [begun, setBegun] = useState(draft)
  const isChanged = keyTyped || forget || JSON.stringify(draft) !== JSON.stringify(begun)
  // Only a new choice is checked automatically: a saved connection worked before, and a check costs tokens.
  const chosen = `${draft.baseUrl} ${draft.model} ${asked}`
  const isNew =
    draft.baseUrl !== begun.baseUrl || draft.api !== begun.api || draft.model !== begun.model || keyTyped
  const auto = isNew && said && !said.error && (said.isListed || draft.model) ? chosen : ''

  const isFree = needsNoKey(draft.baseUrl) && keptKey === undefined && !keyTyped && !addsKey
  const isRefused = said?.error?.kind === 'auth'
  const isLost = said?.error && !isRefused && said.works === undefined
  const problem = checkBaseUrl(draft.baseUrl)
  /** A step takes its mark from what the server said, never from what was typed. */
  const marks = {
    server:
      problem || !said
        ? 'open'
        : isLost
          ? 'failed'
          : said.isListed || said.works || isRefused
            ? 'done'
            : 'open',
    key: problem ? 'todo' : isRefused ? 'failed' : isFree || said?.works ? 'done' : 'open',
    model: problem
      ? 'todo'
      : said?.works || (said?.isListed && !isNew)
        ? 'done'
        : said?.works === false && !isRefused
          ? 'failed'
          : 'open',
  } as const

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
    forgetSaid()
    if (endpoint.baseUrl === '') setMoved({ to: 'servers' })
    ask()
  }
  const choose = ({ baseUrl, model }: Preset): void => {
    dropKey()
    setForget(false)
    set({ baseUrl, model, api: '', profile: '' })
    forgetSaid()
    // A preset's address may have a part to fill in: show its field.
    const isOpen = checkBaseUrl(baseUrl) !== undefined
    setChoosing(isOpen)
    if (!isOpen) setMoved({ to: needsNoKey(baseUrl) ? 'change' : 'key' })
    ask()
  }
  const askAs = (api: typeof draft.api): void => {
    forgetSaid()
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
  /** Whether a key was typed after this question was asked. The answer says nothing about it, and leaving its field asks again. */
  const isOtherKey = ({ apiKey }: EndpointConfig): boolean => {
    const value = keyField.current?.value.trim()
    return Boolean(value) && value !== apiKey
  }
  /** Takes what the server said to the question for its models. `unknown`: a model that it does not have. */
  const tested = (endpoint: EndpointConfig, answer: Said, unknown?: string): void => {
    if (isOtherKey(endpoint)) return
    setSaid(answer)
    if (answer.error?.kind === 'auth') refuseKey()
    if (answer.error) return
    setListed(endpoint)
    // A model of the address before would only be refused. One that was typed since is meant.
    if (unknown !== undefined) setDraft((last) => (last.model === unknown ? { ...last, model: '' } : last))
  }
  /** Takes what a model said to a short question. */
  const answered = (endpoint: EndpointConfig, error: ChatErrorData | undefined): void => {
    if (isOtherKey(endpoint)) return
    setSaid((last) => ({ isListed: false, ...last, works: !error, error }))
    if (error?.kind === 'auth') refuseKey()
  }
  const refuseKey = (): void => {
    setAddsKey(true)
    if (keyField.current?.value) setMoved({ to: 'key' })
  }
  /** Called when the server is complete. Its step becomes one line, and Enter moves to the next step. */
  const closeServers = (isEnter: boolean): void => {
    if (checkBaseUrl(draft.baseUrl) !== undefined) return
    setChoosing(false)
    if (isEnter) setMoved({ to: isFree ? 'change' : 'key' })
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
    tried,
    saved,
    isChanged,
    /** The problem with the address. It is shown after the address was changed or the form was submitted. */
    addressProblem: tried || draft.baseUrl !== (saved?.baseUrl ?? '') ? problems.baseUrl : undefined,
    /** Why no server can be asked yet. */
    problem,
    marks,
    said,
    isUnchecked: (keyTyped || draft.baseUrl !== begun.baseUrl) && !said?.works,
    isChecked: !isNew || said?.works === true,
    changeAddress: (baseUrl: string): void => {
      forgetSaid()
      set({ baseUrl })
    },
    key: {
      input: keyField,
      kept: keptKey !== undefined,
      typed: keyTyped,
      problem: isRefused ? said.error : undefined,
      onTyped: (typed: boolean): void => {
        setKeyTyped(typed)
        forgetSaid()
      },
      onForget: (): void => setForget(true),
    },
    isFree,
    endpoint: (): EndpointConfig => endpointOf(settings, typedKey()),
    models,
    isChoosing,
    asked,
    ask,
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
    answered,
    closeServers,
    show,
    save,
  }
}

/**
 * Returns what requests to an endpoint and model have taught this page, and a function that forgets it. It is read only when the
 * form is drawn, because no request is made while the form is open.
 */
function useLearned(baseUrl: string, model: string | undefined): [readonly Healing[], () => void] {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const endpoint = { baseUrl }
  const forget = (): void => {
    endpointMemory.forget(endpoint, model)
    redraw()
  }
  return [endpointMemory.list(endpoint, model), forget]
}
