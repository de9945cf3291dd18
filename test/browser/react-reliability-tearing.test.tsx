// @module-tag hunt
import { createChat, type Message, type StepOutline } from '@antiphon/core'
import { ChatProvider, useMessage, useStep, useTurns, useVersions } from '@antiphon/react'
import { memo, Profiler, startTransition, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, it } from 'vitest'
import { nextTask, pacedFetch } from './support/paced-answer.js'

const messages: Message[] = [
  { role: 'user', id: 'q0', content: 'first' },
  { role: 'assistant', id: 'a0', content: 'answer', finishReason: 'stop' },
]

interface ReaderProps {
  id: string
  round: number
}
const Shown = ({ what, version, round }: { what: string; version: unknown; round: number }) => (
  <i data-what={what} data-version={String(version)} data-round={round} />
)
const kinds: ((props: ReaderProps) => ReactNode)[] = [
  ({ id, round }) => <Shown what="text" version={useMessage(id)?.content.length} round={round} />,
  function StepReader({ id, round }) {
    const [outline] = useState<StepOutline>({ key: id, assistant: id, results: [] })
    return <Shown what="text" version={useStep(outline).assistant?.content.length} round={round} />
  },
  function TurnsReader({ round }) {
    const steps = useTurns().map((turn) => (turn.role === 'assistant' ? turn.steps.length : 1))
    return <Shown what="length" version={steps.reduce((sum, count) => sum + count, 0)} round={round} />
  },
  function VersionsReader({ round }) {
    const { ids, index } = useVersions('a0')
    return <Shown what="versions" version={`${index} of ${ids.length}`} round={round} />
  },
]
const readers = kinds.map((Reader) => memo(Reader))

/** Renders in transitions only, for long enough that frames and deltas come in between. */
const Slow = memo(function Slow(_props: { round: number }) {
  const until = performance.now() + 0.5
  while (performance.now() < until);
  return null
})

describe('R21, faults: concurrent-render', () => {
  it('with transitions rendering while at least 1,000 deltas arrive, all readers of one commit show one version', async () => {
    const server = pacedFetch()
    const endpoint = { baseUrl: 'http://paced.test/v1' }
    const chat = createChat({ messages, endpoint, model: 'm', fetch: server.fetch })
    const sending = chat.send('go')
    await server.opened()
    const id = chat.store.getIds().at(-1)!

    const root = document.body.appendChild(document.createElement('div'))
    const commits: { torn: string[]; round: string; text: string }[] = []
    const look = (): void => {
      const seen = new Map<string, Set<string>>()
      const add = (name: string, value = ''): void =>
        void seen.set(name, (seen.get(name) ?? new Set()).add(value))
      for (const { dataset } of root.querySelectorAll<HTMLElement>('[data-what]')) {
        add(dataset['what']!, dataset['version'])
        add('round', dataset['round'])
      }
      const torn = [...seen].filter(([, values]) => values.size > 1)
      commits.push({
        torn: torn.map(([name, values]) => `${name}: ${[...values].join(' and ')}`),
        round: [...(seen.get('round') ?? [])].join(),
        text: [...(seen.get('text') ?? [])].join(),
      })
    }
    let setRound: (round: number) => void = () => {}
    function Page() {
      const [round, set] = useState(0)
      setRound = set
      return Array.from({ length: 20 }, (_, place) =>
        readers.map((Reader, kind) => [
          // Half of the readers are remounted in each round, so that they have read nothing before.
          <Reader key={`${kind}-${place % 2 ? place : `${round}-${place}`}`} id={id} round={round} />,
          kind === 0 && <Slow key={`slow-${place}`} round={round} />,
        ]),
      )
    }
    const react = createRoot(root)
    react.render(
      <ChatProvider chat={chat}>
        <Profiler id="page" onRender={look}>
          <Page />
        </Profiler>
      </ChatProvider>,
    )
    await expect.poll(() => commits.length).toBeGreaterThan(0)

    const different = (what: 'round' | 'text'): number => new Set(commits.map((commit) => commit[what])).size
    let round = 0
    // A busy machine comes to few rounds in 1,000 deltas. The stream goes on until enough of both were seen.
    for (let i = 0; i < 1_000 || different('round') <= 5 || different('text') <= 20; i++) {
      await server.deltas([`w${i} `])
      if (i % 50 === 25) chat.store.append({ role: 'assistant', content: 'x' }, { parent: 'q0' })
      if (i % 50 === 40) chat.store.activate(id)
      if (commits.at(-1)!.round === String(round)) startTransition(() => setRound(++round))
      await nextTask()
    }
    await server.end()
    await sending
    const text = String(chat.store.getMessage(id)!.content.length)
    await expect.poll(() => commits.at(-1)).toMatchObject({ text, round: String(round) })
    react.unmount()
    root.remove()

    expect(commits.filter(({ torn }) => torn.length > 0)).toEqual([])
  })
})
