import type { PairedCall } from '@antiphon/core'
import { createGrants } from '@antiphon/core/calls'
import {
  createListeners,
  hasSameFields,
  isRecord,
  openPageFrame,
  startLimit,
  textOf,
  type PageFrame,
} from '@antiphon/base'
import type { McpAppOfTool } from '../tool-apps.js'
import { readPartialJson } from '@antiphon/core/partial-json'
import { linkUrl } from '@antiphon/ui/markdown'
import {
  createAppBridge,
  INVALID_PARAMS,
  REFUSED,
  RpcError,
  type AppBridge,
  type AppParams,
  type AppTraffic,
} from './app-bridge.js'
import { callForApp } from './app-calls.js'
import { readSaid, resultForApp } from './app-content.js'
import { createAppQuestions } from './app-questions.js'
import {
  AppError,
  readAppResource,
  type AppPermission,
  type AppProblem,
  type AppResource,
} from './app-resource.js'
import { sendWithNext, withContext, type ModelContext } from './model-context.js'
import type { AppAnswer, AppChat, AppQuestion, McpAppsOptions } from './types.js'

const READ_MS = 30_000
const TEARDOWN_MS = 1_000
/** How often the height may change. An app that asks more often gets its last wish. */
const SIZE_MS = 100
/** After so many changes an app that swings between two heights gets the larger one. */
const MAX_SIZES = 100
const MIN_HEIGHT = 32
const FIRST_HEIGHT = 160
const MAX_TRAFFIC = 200
/** How often the list of messages changes: drawing it with each would cost the page more than the message. */
const TRAFFIC_MS = 200
const MAX_CONTEXT = 100_000

interface AppState {
  phase: 'reading' | 'starting' | 'running' | 'stopped' | 'closed'
  problem?: AppProblem
  /** For developers: the app or server that refused, and its own message. */
  said?: string
  /** Px. */
  height: number
  prefersBorder: boolean
  /** Origins that the app may reach. */
  reaches: readonly string[]
  question?: AppQuestion
  /** Text from the app for the model, sent with the next message. */
  context?: string
  /** The latest messages, oldest first. */
  traffic: readonly AppTraffic[]
  /** Number of all messages, including those that are no longer kept. */
  messages: number
}

export interface AppSessionOptions extends McpAppsOptions {
  app: McpAppOfTool
  /** The tool, as a server lists it. */
  mcp: object
  toolName: string
  callKey: string
  chat?: AppChat
  /** Name of the frame. */
  title: string
  now: () => number
}

export interface AppSession {
  getState(): AppState
  subscribe(listener: () => void): () => void
  /** Shows the app in `place`. Returns what ends it. */
  start(place: HTMLElement): () => void
  /** Starts the app again in the same place. */
  restart(): void
  /** Tells the app what became of its call. */
  show(call: PairedCall): void
  /** Theme, locale and room; what differs is told. */
  setContext(context: Readonly<Record<string, unknown>>): void
  answer(key: number, answer: AppAnswer): void
  dropContext(): void
  /** Asks the app to end, and removes it. */
  close(): Promise<void>
}

const CANCELLED = new Set(['denied', 'cancelled', 'cut-off', 'unanswered'])
let sessions = 0

/** One app beside one call: its frame, its messages, its questions. */
export function createAppSession(options: AppSessionOptions): AppSession {
  const { app, mcp, toolName, callKey, chat, title, now, onMessage, onModelContext } = options
  const { linkPolicy, permissions: allowed = [], maxHeight = 600, timeout = 10_000, framePage } = options
  const { hostInfo = { name: 'antiphon', version: '0.2.0' } } = options
  const listeners = createListeners()
  const grants = createGrants(now)
  const session = ++sessions
  const initial: AppState = {
    phase: 'reading',
    height: Math.min(FIRST_HEIGHT, maxHeight),
    prefersBorder: true,
    reaches: [],
    traffic: [],
    messages: 0,
  }
  let state = initial
  let calls = 0
  let call: PairedCall | undefined
  let context: Readonly<Record<string, unknown>> = {}
  let frame: PageFrame | undefined
  let bridge: AppBridge | undefined
  let run = new AbortController()
  let told: { input?: boolean; partial?: string; end?: boolean } = {}
  let held: ModelContext | undefined
  let release: (() => void) | undefined

  const update = (change: Partial<AppState>): void => {
    state = { ...state, ...change }
    listeners.notify()
  }
  /** Messages that are not shown yet. */
  let noted: AppTraffic[] = []
  let noting: ReturnType<typeof setTimeout> | undefined
  const showNoted = (): void => {
    clearTimeout(noting)
    noting = undefined
    const messages = state.messages + noted.length
    const traffic = [...state.traffic, ...noted].slice(-MAX_TRAFFIC)
    noted = []
    if (messages !== state.messages) update({ traffic, messages })
  }
  const note = (traffic: AppTraffic): void => {
    onMessage?.({ ...traffic, toolName, callKey })
    noted.push(traffic)
    noting ??= setTimeout(showNoted, TRAFFIC_MS)
  }
  const questions = createAppQuestions(() => update({ question: questions.first }))

  /** Ends the running app. The caller sets the next phase. */
  const end = (): void => {
    run.abort()
    bridge?.close()
    frame?.remove()
    bridge = undefined
    frame = undefined
    questions.close()
    hold(undefined)
    showNoted()
  }
  const fail = (problem: AppProblem, said?: string): void => {
    end()
    update({ phase: 'stopped', problem, said })
  }

  function hold(next: ModelContext | undefined): void {
    release?.()
    release = undefined
    if (next || held) onModelContext?.(next ? { toolName, text: next.text } : null)
    held = next
    if (next && chat && !onModelContext) release = sendWithNext(chat, toolName, next, () => hold(undefined))
    if (state.context !== next?.text) update({ context: next?.text })
  }

  const tell = (): void => {
    if (!bridge?.isReady || !call) return
    const { state: at, result } = call
    const raw = call.call.function.arguments
    if (!told.input && at === 'writing') {
      const { value } = readPartialJson(raw)
      if (raw === told.partial || !isRecord(value)) return
      told.partial = raw
      return bridge.notify('ui/notifications/tool-input-partial', { arguments: value })
    }
    if (!told.input) {
      told.input = true
      bridge.notify('ui/notifications/tool-input', { arguments: argumentsOf(raw) })
    }
    if (told.end || at === 'running' || at === 'queued' || at === 'awaiting') return
    told.end = true
    if (CANCELLED.has(at) || !result) bridge.notify('ui/notifications/tool-cancelled', { reason: at })
    else bridge.notify('ui/notifications/tool-result', app.resultOf(callKey) ?? resultForApp(result))
  }

  const requests: Record<string, (params: AppParams, signal: AbortSignal) => unknown> = {
    'tools/call': (params, signal) =>
      callForApp(params, `app-${session}/${++calls}`, signal, {
        app,
        chat,
        grants,
        now,
        ask: (asked) => questions.ask({ kind: 'call', ...asked, since: now() }, signal),
      }),
    async 'resources/read'({ uri }, signal) {
      if (typeof uri !== 'string') throw new RpcError(INVALID_PARAMS, 'A resource has an address.')
      if (!app.client.readResource) throw new RpcError(REFUSED, 'Resources cannot be read here.')
      return app.client.readResource({ uri }, { signal })
    },
    async 'ui/open-link'({ url }, signal) {
      const target = typeof url === 'string' ? linkUrl(url, linkPolicy) : null
      if (!target) return { isError: true }
      const { allow } = await questions.ask({ kind: 'link', url: target }, signal)
      return allow ? {} : { isError: true }
    },
    async 'ui/message'({ role, content }, signal) {
      const said = role === 'user' ? await readSaid(content) : null
      if (!said || !chat || said.text.length > MAX_CONTEXT) return { isError: true }
      const { allow } = await questions.ask({ kind: 'message', text: said.text }, signal)
      if (!allow) return { isError: true }
      const message = { role: 'user' as const, content: said.parts }
      const { content: whole } = held ? withContext(message, toolName, held) : message
      hold(undefined)
      // Its answer may take minutes; the app only hears that it was sent.
      void chat.send(whole)
      return {}
    },
    async 'ui/update-model-context'({ content, structuredContent }) {
      const said = await readSaid(content, structuredContent)
      if (said && said.text.length > MAX_CONTEXT)
        throw new RpcError(INVALID_PARAMS, `At most ${MAX_CONTEXT} characters.`)
      hold(said ?? undefined)
      return {}
    },
    'ui/request-display-mode': () => ({ mode: 'inline' }),
  }

  let sizes = 0
  let sized = -Infinity
  let sizing: ReturnType<typeof setTimeout> | undefined
  let wish = 0
  const resize = (): void => {
    sizing = undefined
    sized = now()
    const height = Math.round(Math.min(maxHeight, Math.max(MIN_HEIGHT, wish)))
    if (height === state.height || (sizes > MAX_SIZES && height < state.height)) return
    sizes++
    update({ height })
  }

  const describe = (resource: AppResource, permissions: readonly AppPermission[]) => () => ({
    hostInfo,
    hostCapabilities: {
      openLinks: {},
      serverTools: {},
      logging: {},
      ...(app.client.readResource && { serverResources: {} }),
      ...(chat && { message: { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} } }),
      ...((chat ?? onModelContext) && {
        updateModelContext: { text: {}, image: {}, resource: {}, structuredContent: {} },
      }),
      sandbox: {
        permissions: Object.fromEntries(permissions.map((name) => [name, {}])),
        csp: {
          connectDomains: resource.domains.connect,
          resourceDomains: resource.domains.resource,
          frameDomains: resource.domains.frame,
          baseUriDomains: resource.domains.baseUri,
        },
      },
    },
    hostContext: {
      ...context,
      displayMode: 'inline',
      availableDisplayModes: ['inline'],
      platform: 'web',
      toolInfo: { id: call?.call.id ?? callKey, tool: mcp },
    },
  })

  const open = (place: HTMLElement, resource: AppResource): void => {
    const permissions = resource.permissions.filter((name) => allowed.includes(name))
    const { connect, resource: assets, frame: frames } = resource.domains
    update({
      phase: 'starting',
      prefersBorder: resource.prefersBorder ?? true,
      reaches: [...new Set([...connect, ...assets, ...frames])],
    })
    let stopWaiting = (): void => {}
    run.signal.addEventListener('abort', () => {
      stopWaiting()
      clearTimeout(sizing)
      sizing = undefined
    })
    bridge = createAppBridge(
      {
        describe: describe(resource, permissions),
        onReady() {
          stopWaiting()
          update({ phase: 'running' })
          tell()
        },
        onSize({ height }) {
          if (height === undefined) return
          wish = height
          const since = now() - sized
          if (since >= SIZE_MS || since < 0) resize()
          else sizing ??= setTimeout(resize, SIZE_MS - since)
        },
        onTeardown: () => void close(),
        requests,
      },
      (message) => frame?.post(message),
      note,
    )
    frame = openPageFrame(place, {
      slot: 'mcp-app-frame',
      html: resource.html,
      domains: resource.domains,
      permissions,
      title,
      framePage,
      onStart: () => void (stopWaiting = startLimit(timeout, () => fail('silent'))),
      onMessage: (data) => bridge?.receive(data),
      onProblem: fail,
    })
  }

  const close = async (): Promise<void> => {
    await bridge?.request('ui/resource-teardown', {}, TEARDOWN_MS).catch(() => {})
    end()
    update({ phase: 'closed', problem: undefined })
  }

  let place: HTMLElement | undefined
  const begin = (): void => {
    end()
    const mine = (run = new AbortController())
    told = {}
    sizes = 0
    update({ ...initial, height: state.height })
    readAppResource(app, { signal: mine.signal, timeout: READ_MS }).then(
      (resource) => {
        if (!mine.signal.aborted && place) open(place, resource)
      },
      (error: unknown) => {
        if (mine.signal.aborted) return
        if (error instanceof AppError) fail(error.problem, textOf(error.message))
        else fail('not-connected', String(error))
      },
    )
  }

  return {
    getState: () => state,
    subscribe: listeners.add,
    start(given) {
      place = given
      begin()
      return () => {
        place = undefined
        end()
      }
    },
    restart() {
      if (place) begin()
    },
    show(next) {
      call = next
      tell()
    },
    setContext(next) {
      const before = context
      context = next
      const changed = Object.fromEntries(
        Object.entries(next).filter(([key, value]) => !isSame(value, before[key])),
      )
      if (bridge?.isReady && Object.keys(changed).length > 0)
        bridge.notify('ui/notifications/host-context-changed', changed)
    },
    answer: questions.answer,
    dropContext: () => hold(undefined),
    close,
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return isRecord(one) && isRecord(other) ? hasSameFields(one, other, isSame) : one === other
}

function argumentsOf(raw: string): object {
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
