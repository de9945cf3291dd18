import { writeArtifact } from '@antiphon/artifacts'
import { artifactRenderers, ArtifactPanel, type ArtifactPlace } from '@antiphon/artifacts/react'
import { createChat, type Message } from '@antiphon/core'
import { callsAnswer, immediateScheduler, scriptedTransport, textAnswer } from '@antiphon/core/testing'
import { ChatProvider } from '@antiphon/react'
import { AntiphonRoot, Chat, StringsProvider } from '@antiphon/ui'
import { germanArtifacts } from '@antiphon/artifacts/german'
import { cleanup, render } from '@testing-library/react'
import axe from 'axe-core'
import { useState } from 'react'
import { afterEach, expect, inject, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { savedFiles } from './support/saved-files.js'
import '../../packages/ui/css/source.css'
import './support/chat-layout.css'

afterEach(cleanup)

interface Draft {
  id?: string
  kind?: 'document' | 'code' | 'page'
  title: string
  language?: string
  content: string
}

const withId = ({ id = 'one', kind = 'document', ...rest }: Draft) => ({ id, kind, ...rest })

/** A finished conversation in which each draft was written. */
function written(drafts: readonly Draft[]): Message[] {
  return drafts.flatMap((draft, at): Message[] => [
    { id: `q${at}`, role: 'user', content: 'Write it' },
    {
      id: `a${at}`,
      role: 'assistant',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: [
        {
          id: `c${at}`,
          type: 'function',
          function: { name: writeArtifact.name, arguments: JSON.stringify(withId(draft)) },
        },
      ],
    },
    { id: `r${at}`, role: 'tool', tool_call_id: `c${at}`, content: 'Shown.' },
    { id: `t${at}`, role: 'assistant', content: 'There it is.', finishReason: 'stop' },
  ])
}

function Page({ chat }: { chat: ReturnType<typeof createChat> }) {
  const [shown, setShown] = useState<ArtifactPlace>()
  const [toolRenderers] = useState(() => artifactRenderers({ onOpen: setShown }))
  return (
    <AntiphonRoot style={{ display: 'flex', height: 700 }}>
      <ChatProvider chat={chat}>
        <Chat style={{ flex: 1 }} transcript={{ toolRenderers }} />
      </ChatProvider>
      {shown && (
        <div style={{ width: 480 }}>
          <ArtifactPanel chat={chat} shown={shown} onShow={setShown} onClose={() => setShown(undefined)} />
        </div>
      )}
    </AntiphonRoot>
  )
}

function open(drafts: readonly Draft[], german = false) {
  const chat = createChat({ messages: written(drafts), transport: scriptedTransport([]), model: 'm' })
  const inside = <Page chat={chat} />
  render(
    german ? (
      <StringsProvider strings={{ artifacts: germanArtifacts }} locale="de">
        {inside}
      </StringsProvider>
    ) : (
      inside
    ),
  )
  return chat
}

const card = (name: RegExp) => page.getByRole('button', { name })
const panel = () => document.querySelector<HTMLElement>('[data-slot="artifact-panel"]')
const inPanel = (name: string) => page.elementLocator(panel()!).getByRole('button', { name, exact: true })

test('a card opens its artifact, versions are turned by buttons, and Escape gives the focus back to the card', async () => {
  open([
    { title: 'Packing list', content: '- Tent' },
    { title: 'Packing list', content: '- Tent\n- Stove' },
  ])
  const latest = card(/^Packing list.*Version 2/)
  latest.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement).toBe(panel())
  const items = () => [...panel()!.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(items()).toEqual(['Tent', 'Stove'])
  await inPanel('Previous version').click()
  expect(items()).toEqual(['Tent'])
  await expect.element(page.getByRole('group', { name: 'Version 1 of 2' })).toBeVisible()
  await inPanel('Source').click()
  expect(panel()!.querySelector('pre')?.textContent).toBe('- Tent')
  await userEvent.keyboard('{Escape}')
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(latest.element())
  await card(/^Packing list.*Version 1/).click()
  expect(items()).toEqual(['Tent'])
  expect((await axe.run(document.body, { rules: { region: { enabled: false } } })).violations).toEqual([])
})

test('the latest version is followed while the model writes it', async () => {
  const chat = createChat({
    messages: written([{ title: 'Report', content: 'Old' }]),
    model: 'm',
    scheduler: immediateScheduler,
    transport: scriptedTransport([
      callsAnswer([
        { id: 'n', name: writeArtifact.name, args: withId({ title: 'New report', content: 'New' }) },
      ]),
      textAnswer('Done.'),
    ]),
    tools: [writeArtifact],
  })
  render(<Page chat={chat} />)
  await card(/^Report/).click()
  await expect.element(page.getByRole('region', { name: 'Artifact: Report' })).toBeVisible()
  await chat.send('Again')
  await expect.element(page.getByRole('region', { name: 'Artifact: New report' })).toHaveTextContent('New')
  await expect.element(page.getByRole('group', { name: 'Version 2 of 2' })).toBeVisible()
})

test('a page runs in a frame that reaches neither this page nor the network; it is opened in full and closed by Escape', async () => {
  const to = `${inject('countingOrigin')}/leak-artifact`
  const said: Record<string, string>[] = []
  const hear = ({ data }: MessageEvent): void => void (data?.ofArtifact && said.push(data.ofArtifact))
  addEventListener('message', hear)
  const script = `
    const found = { origin: self.origin };
    const attempt = async (name, run) => { try { found[name] = String(await run()) } catch (error) { found[name] = 'refused' } };
    (async () => {
      await attempt('page', () => top.document.title);
      await attempt('storage', () => localStorage.length);
      await attempt('window', () => open('about:blank') === null ? 'refused' : 'done');
      await attempt('fetch', () => fetch('${to}-fetch'));
      const image = new Image(); image.src = '${to}-image'; await new Promise((ready) => (image.onerror = image.onload = ready));
      parent.postMessage({ ofArtifact: found }, '*');
    })()`
  open([
    {
      kind: 'page',
      title: 'Lights',
      content: `<!doctype html><title>Lights</title><h1>Lights</h1><script>${script}</script>`,
    },
  ])
  await card(/^Lights/).click()
  const frame = () => document.querySelector<HTMLIFrameElement>('[data-slot="artifact-frame"]')
  await expect.poll(() => said).toHaveLength(1)
  removeEventListener('message', hear)
  expect(said[0]).toEqual({
    origin: 'null',
    page: 'refused',
    storage: 'refused',
    window: 'refused',
    fetch: 'refused',
  })
  const hits = (await (await fetch(`${inject('countingOrigin')}/counted`)).json()) as string[]
  expect(hits.filter((hit) => hit.includes('leak-artifact'))).toEqual([])
  expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts')
  expect(frame()?.title).toBe('Page: Lights')
  await inPanel('Open in full').click()
  await expect.poll(() => document.querySelector('dialog [data-slot="artifact-frame"]')).not.toBeNull()
  expect(document.querySelectorAll('[data-slot="artifact-frame"]')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  expect(document.activeElement).toBe(inPanel('Open in full').element())
})

test('code is saved under its title with the ending of its language, and its words are those of the table', async () => {
  const files = savedFiles()
  open([{ kind: 'code', title: 'pool size', language: 'Python', content: 'POOL = 40\n' }], true)
  await card(/^pool size/).click()
  await expect.element(page.getByRole('region', { name: 'Artefakt: pool size' })).toBeVisible()
  await inPanel('Herunterladen').click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['pool size.py'])
})
