import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChat, type EndpointConfig, type Message, type StepOutline } from '@antiphon/core'
import { scriptedTransport } from '@antiphon/core/testing'
import * as react from '@antiphon/react'
import { useModels } from '@antiphon/shell/models'
import { useShortcuts } from '@antiphon/shell'
import { useToolArguments } from '@antiphon/react'
import { createMemoryStorage, createThreadSessions } from '@antiphon/threads'
import * as threads from '@antiphon/threads/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { isValidElement, memo, Profiler, useReducer, type ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Story, StoryMeta } from '../../../packages/ui/src/fixtures/story.js'
import * as ui from '../../../packages/ui/src/index.js'
import { useArtifacts } from '../../../packages/artifacts/src/react/index.js'
import { useAnnounce, useNow } from '../../../packages/ui/src/parts.js'
import { CodeBlock, useMarkdownPlugins } from '../../../packages/ui/src/markdown/index.js'
import { ShareReview } from '../../../packages/devtools/src/react/redact/index.js'
import { DictateButton, SystemPromptNotice, TouchActions } from '../../../packages/shell/src/index.js'
import { RenameField, UndoNote, useStorageFailure } from '../../../packages/threads/src/ui/index.js'
import { withReact } from '../../support/packages.js'

/**
 * Options are often written in place: each render then gives other objects and functions with the same content. Nothing may
 * render, ask or load again because of that alone, and least of all without end.
 */

/** Everything that an app can import from the packages that draw. */
async function publicNames(is: RegExp): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const name of withReact) {
    const folder = join(process.cwd(), 'packages', name)
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      exports: Record<string, string | Record<string, string>>
    }
    for (const entry of Object.values(exports)) {
      const source = typeof entry === 'string' ? undefined : entry['antiphon-source']
      if (!source) continue
      const all = (await import(/* @vite-ignore */ join(folder, source))) as Record<string, unknown>
      for (const [key, value] of Object.entries(all)) if (is.test(key)) found.set(key, value)
    }
  }
  return found
}

const messages: Message[] = [
  { id: 'u', role: 'user', content: 'go' },
  {
    id: 'a',
    role: 'assistant',
    content: 'done',
    finishReason: 'tool_calls',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'pay', arguments: '{"to":"ann"}' } }],
  },
]
const endpoint = (): EndpointConfig => ({
  baseUrl: 'http://127.0.0.1:9/v1',
  apiKey: () => 'key',
  profile: 'generic',
  overrides: { messages: {} },
  extraHeaders: { 'x-plan': () => 'pro' },
  extraQuery: { v: '1' },
  extraBody: { user: 'ann' },
  deadlines: { connect: 1_000 },
  retry: { retries: 1 },
})

/** Hooks of `@antiphon/ui/parts`, which take no options. */
const TOOLS =
  /^use(?:AgentDepth|EntryWords|FileDrop|GivenMessages|Lang|Layout|LazyModule|MergedRefs|Settled|StaticPage|ToolTitles|TopLayer)$/

/** Each public hook, called as a component does that writes every option in place. */
const hooks: Record<string, () => unknown> = {
  useChat: () =>
    react.useChat({
      endpoint: endpoint(),
      transport: { ...scriptedTransport([]), tools: [] },
      fetch: () => Promise.reject(new Error('no')),
      system: 'Be brief.',
      model: 'm',
      tools: [
        {
          name: 'pay',
          description: '',
          parameters: { type: 'object' },
          approval: 'always',
          execute: () => 1,
        },
      ],
      parameters: { temperature: 0, extraBody: {} },
      gateToolCalls: () => [],
      toolExecution: 'parallel',
      toolTimeout: 1,
      steering: 'next-step',
      maxSteps: 2,
      continuePrompt: () => 'go on',
      beforeRequest: async () => {},
      stopWhen: () => false,
      onFinish: () => {},
      onError: () => {},
      onToolCall: () => {},
      messages: messages.map((message) => ({ ...message })),
    }),
  useOptionalChat: () => react.useOptionalChat(),
  useComposer: () =>
    react.useComposer({
      value: '',
      onValueChange: () => {},
      onSend: () => true,
      onReturn: () => {},
      onStop: () => {},
      status: 'ready',
      isDisabled: false,
      allowEmpty: true,
      enterKey: 'send',
      onEditLast: () => {},
    } satisfies Required<Omit<react.ComposerOptions, 'defaultValue'>>),
  useMessage: () => react.useMessage('u'),
  useLiveStep: () => react.useLiveStep('a'),
  useNow: () => useNow(false, 100),
  useToolApproval: () => react.useToolApproval('a/0'),
  useToolApprovals: () => react.useToolApprovals(),
  useToolQuestion: () => react.useToolQuestion('a/0'),
  useTurns: () => react.useTurns(),
  useStep: () => {
    const turn = react.useTurns().find(({ role }) => role === 'assistant')
    const outline = (turn as { steps: readonly StepOutline[] }).steps[0]!
    return react.useStep({ ...outline })
  },
  useArtifacts: () => useArtifacts(react.useChat().chat),
  useAnswer: () => {
    const turn = react.useTurns().find(({ role }) => role === 'assistant')!
    return react.useAnswer(structuredClone(turn))
  },
  useVersions: () => react.useVersions(['u', 'a']),
  useFollowScroll: () =>
    react.useFollowScroll({
      anchorKey: 'u',
      isQueued: false,
      streaming: true,
    } satisfies Required<Parameters<typeof react.useFollowScroll>[0]>),
  useAttachments: () =>
    react.useAttachments({
      endpoint: endpoint(),
      model: 'm',
      limits: { files: 3 },
      types: ['image/*'],
      upload: async () => ({ type: 'text', text: '' }),
    }),
  useModels: () => useModels(endpoint(), { fetch: () => new Promise(() => {}) }),
  useShortcuts: () =>
    useShortcuts([{ id: 'a', label: 'A', keys: 'Mod+K', run: () => {} }], {
      bindings: { a: 'Mod+J' },
    }),
  useToolArguments: () =>
    useToolArguments({
      key: 'a/0',
      state: 'done',
      call: { function: { arguments: '{}' } },
    }),
  useThreadSessions: () => threads.useThreadSessions(),
  useThread: () => threads.useThread('t'),
  useThreadActivity: () => threads.useThreadActivity('t'),
  useThreadSearch: () => threads.useThreadSearch('tides'),
  useThreads: () => threads.useThreads(),
  useAnnounce: () => useAnnounce(),
  useWords: () => ui.useWords(),
  useMarkdownPlugins: () => useMarkdownPlugins(),
  useStorageFailure: () => useStorageFailure(),
}

const sessions = createThreadSessions({
  storage: createMemoryStorage(),
  createChat: (threadId) => createChat({ endpoint: endpoint(), threadId }),
})

function Around({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <threads.ThreadsProvider threads={sessions}>{children}</threads.ThreadsProvider>
    </QueryClientProvider>
  )
}

afterEach(() => vi.restoreAllMocks())

/** Content that is not the same in each render, or that no request can hold. */
const odd: Record<string, () => unknown> = {
  'settings in another order each time': () => ({ [`a${++turn % 2}`]: 1, [`a${(turn + 1) % 2}`]: 1 }),
  'settings that are others each time': () => ({ a: ++turn }),
  'a value that holds itself': () => {
    const value: Record<string, unknown> = {}
    return Object.assign(value, { value })
  },
  'a value of 3,000 levels': () => Array.from({ length: 3_000 }).reduce<object>((at) => ({ at }), {}),
  'a big integer': () => ({ a: 1n }),
}
let turn = 0

const atEndpoint: Record<string, (endpoint: EndpointConfig) => unknown> = {
  useChat: (given) => react.useChat({ endpoint: given, model: 'm' }),
  useAttachments: (given) => react.useAttachments({ endpoint: given }),
  useModels: (given) => useModels(given, { fetch: () => new Promise(() => {}) }),
}

describe('a component with an endpoint whose values are odd', () => {
  it.each(Object.keys(odd).flatMap((name) => Object.keys(atEndpoint).map((hook) => [hook, name])))(
    '%s renders for a reason with %s',
    async (hook, name) => {
      let renders = 0
      let again = (): void => {}
      const Host = memo(function Host() {
        again = useReducer((n: number) => n + 1, 0)[1]
        if (++renders > 60) throw new Error('It renders without end.')
        const overrides = odd[name]!() as NonNullable<EndpointConfig['overrides']>
        atEndpoint[hook]!({ baseUrl: 'http://127.0.0.1:9/v1', overrides, extraBody: { ...overrides } })
        return null
      })
      render(
        <Around>
          <Host />
        </Around>,
        { reactStrictMode: false },
      )
      for (let times = 0; times < 3; times++) {
        await act(() => vi.dynamicImportSettled())
        act(() => again())
      }
      expect(renders).toBeLessThan(12)
    },
  )
})

describe('a component with every option of a hook written in place', () => {
  it('is here for each public hook', async () => {
    const names = await publicNames(/^use[A-Z]/)
    expect(Object.keys(hooks).sort()).toEqual([...names.keys()].filter((name) => !TOOLS.test(name)).sort())
  })

  it.each(Object.keys(hooks))('%s renders for a reason', async (name) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const chat = createChat({ endpoint: endpoint(), messages })
    let renders = 0
    let again = (): void => {}
    const Host = memo(function Host() {
      again = useReducer((n: number) => n + 1, 0)[1]
      if (++renders > 60) throw new Error(`${name} renders without end.`)
      hooks[name]!()
      return null
    })
    render(
      <Around>
        <react.ChatProvider chat={chat}>
          <Host />
        </react.ChatProvider>
      </Around>,
      { reactStrictMode: false },
    )
    const settle = async (): Promise<void> => {
      await act(() => vi.dynamicImportSettled())
      await act(() => new Promise((resolve) => setTimeout(resolve)))
    }
    await settle()
    const before = renders
    act(() => again())
    await settle()
    // A load or a read meanwhile may count for two.
    expect({ before: before <= 5, again: renders - before }).toEqual({ before: true, again: 1 })
  })
})

const { parts, drawn } = vi.hoisted(() => ({ parts: new Map<unknown, string>(), drawn: new Set<string>() }))

/** The same content in other objects and functions. Values that an app makes once, outside of components, stay. */
function renew(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renew)
  if (typeof value === 'function' && !/^[A-Z]/.test(value.name))
    return (...args: unknown[]) => (value as (...args: unknown[]) => unknown)(...args)
  if (typeof value !== 'object' || value === null || isValidElement(value)) return value
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, renew(one)]))
}
const MADE_ONCE = /^(?:ref|chat|threads|client|recorder|tray|storage)$/

vi.mock('react/jsx-dev-runtime', async (original) => {
  const runtime: { jsxDEV(type: unknown, props: object, ...rest: unknown[]): unknown } = await original()
  return {
    ...runtime,
    jsxDEV(type: unknown, props: object, ...rest: unknown[]) {
      const name = parts.get(type)
      if (name === undefined) return runtime.jsxDEV(type, props, ...rest)
      drawn.add(name)
      const fresh = Object.entries(props).map(([key, prop]: [string, unknown]) => [
        key,
        MADE_ONCE.test(key) ? prop : renew(prop),
      ])
      return runtime.jsxDEV(type, Object.fromEntries(fresh) as object, ...rest)
    },
  }
})

const files = import.meta.glob<Record<string, Story> & { default: StoryMeta }>(
  '../../../packages/*/src/**/*.stories.tsx',
  {
    eager: true,
  },
)
/** A simulated page cannot show these: they begin with a press, or with measured boxes. */
const NEEDS_BROWSER = /^(?:Composer (?:DragOver|LongPaste)|Controls.Usage Popover)$/
const stories = Object.values(files).flatMap(({ default: meta, ...all }) =>
  Object.entries(all)
    .map(([name, story]): [string, () => ReactNode] => [`${meta.title} ${name}`, () => story.render()])
    .filter(([name]) => !NEEDS_BROWSER.test(name)),
)

const nothing = (): void => {}
/** Parts that no story writes out. */
const others: Record<string, () => ReactNode> = {
  AntiphonRoot: () => <ui.AntiphonRoot style={{ color: 'red' }} />,
  Button: () => <ui.Button onClick={nothing}>Go</ui.Button>,
  Chat: () => (
    <ui.Chat
      endpoint={endpoint()}
      model="m"
      messages={messages}
      strings={{ composer: {} }}
      transcript={{ slots: {}, toolRenderers: { pay: () => null }, markdown: { components: {} } }}
      composer={{ onSend: () => true, parts: {} } as ui.ComposerProps}
      slots={{ Composer: ui.Composer }}
    />
  ),
  CodeBlock: () => <CodeBlock code="x" strings={{}} />,
  ContinuedNote: () => <ui.ContinuedNote continued={[{ at: 1, way: 'prefill' }]} />,
  DictateButton: () => <DictateButton value="" onValueChange={nothing} />,
  FinishBadge: () => <ui.FinishBadge ending={{ kind: 'paused' }} onContinue={nothing} />,
  RenameField: () => <RenameField title="Tides" onEnd={nothing} />,
  RequestNoteView: () => <ui.RequestNoteView request={{ retries: 2 }} />,
  ShareReview: () => (
    <ShareReview subject={{ key: 'x' }} isAsked action="Share" onShare={nothing} onClose={nothing} />
  ),
  StructuredOutput: () => (
    <ui.StructuredOutput text="{}" partial={{} as never} state="cut-off" otherwise={<p>words</p>} />
  ),
  SystemPromptNotice: () => <SystemPromptNotice message={{ role: 'system', content: 'Be brief.' }} />,
  ToolArgs: () => <ui.ToolArgs raw="{}" json={{ ok: true, value: {}, exact: true }} name="pay" />,
  TouchActions: () => <TouchActions />,
  UndoNote: () => <UndoNote title="Tides" onUndo={nothing} onEnd={nothing} />,
  UnreadNote: () => <ui.UnreadNote count={1} onOpenInWire={nothing} />,
  UnshownNote: () => <ui.UnshownNote items={{ count: 1, types: ['video'] }} onOpenInWire={nothing} />,
}

/** A class of errors and the names of constants begin with a capital too. */
const NO_PARTS = /^(?:StorageError|THREAD_VERSION|CaptureError|CAPTURE_\w+)$/

describe('a part with other objects of the same content', () => {
  beforeAll(async () => {
    for (const [name, type] of await publicNames(/^[A-Z]/)) if (!NO_PARTS.test(name)) parts.set(type, name)
    Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
    Object.defineProperty(HTMLElement.prototype, 'innerText', { value: '' })
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    Object.assign(Element.prototype, { scrollIntoView() {}, scrollTo() {} })
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
  })

  it.each([...stories, ...Object.entries(others)])(
    '%s renders for a reason, and stands in a root',
    async (name, draw) => {
      for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
      let commits = 0
      let again = (): void => {}
      function Host() {
        again = useReducer((n: number) => n + 1, 0)[1]
        return draw()
      }
      const onRender = (): void => {
        if (++commits > 200) throw new Error(`${name} renders without end.`)
      }
      const { container, unmount } = render(
        <Around>
          <Profiler id="host" onRender={onRender}>
            <Host />
          </Profiler>
        </Around>,
        { reactStrictMode: false },
      )
      await act(() => vi.dynamicImportSettled())
      // Boxes and labels of the stories themselves are not parts.
      const bare = [...container.querySelectorAll('[data-slot], [class*="ap:"]:not(label)')].filter(
        (element) =>
          !element.closest('[data-antiphon-root], [data-slot="announcer"]') &&
          !element.querySelector('[data-antiphon-root]'),
      )
      expect(bare.map((element) => element.outerHTML.slice(0, 150))).toEqual([])
      const before = commits
      act(() => again())
      await act(() => vi.dynamicImportSettled())
      // A long thread is drawn in a dozen pieces.
      expect(commits - before).toBeLessThan(30)
      unmount()
    },
  )

  it('is here for each public part', () => {
    expect([...parts.values()].filter((name) => !drawn.has(name))).toEqual([])
  })
})
