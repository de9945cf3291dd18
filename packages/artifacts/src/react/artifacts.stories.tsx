import { createChat, type Message } from '@antiphon/core'
import { ChatProvider } from '@antiphon/react'
import { Transcript } from '@antiphon/ui'
import { useState } from 'react'
import { scriptedTransport } from '../../../ui/src/fixtures/scripted-transport.js'
import type { Story, StoryMeta } from '../../../ui/src/fixtures/story.js'
import { writeArtifact } from '../write-artifact.js'
import { artifactRenderers, type ArtifactPlace } from './artifact-card.js'
import { ArtifactPanel } from './artifact-panel.js'

const meta: StoryMeta = { title: 'App/Artifacts' }
export default meta

interface Written {
  kind: 'document' | 'code' | 'page'
  title: string
  language?: string
  content: string
}

const note: Written = {
  kind: 'document',
  title: 'Why checkout was slow',
  content:
    '# Why checkout was slow\n\nDeploy `9f31c2e` set the connection pool from **40 to 8**.\n\n| window | p95 | errors |\n|---|--:|--:|\n| 20:00 to 22:00 | 212 ms | 0.02 % |\n| 22:10 to 00:00 | 1,940 ms | 1.7 % |\n\n## Next\n\n1. Roll back.\n2. Alert on a full pool.\n',
}
const script: Written = {
  kind: 'code',
  title: 'pool.py',
  language: 'python',
  content:
    'POOL = 40\n\ndef waiting(requests: int) -> int:\n    """Requests without a connection."""\n    return max(0, requests - POOL)\n\nprint(waiting(52))\n',
}
const page: Written = {
  kind: 'page',
  title: 'Pool of checkout',
  content:
    '<!doctype html><html lang="en"><title>Pool</title><style>:root{color-scheme:light dark;font:15px/1.5 sans-serif}body{margin:24px}meter{width:100%;height:24px}</style><main><h1>Pool of checkout</h1><label>In use <meter min="0" max="40" value="17">17 of 40</meter></label></main></html>',
}

/** Messages in which each of the given was written under one name. */
function thread(versions: readonly Written[]): Message[] {
  return versions.flatMap((version, at): Message[] => [
    { id: `q${at}`, role: 'user', content: at === 0 ? 'Write it down' : 'Make it better' },
    {
      id: `a${at}`,
      role: 'assistant',
      content: '',
      finishReason: 'tool_calls',
      tool_calls: [
        {
          id: `c${at}`,
          type: 'function',
          function: { name: writeArtifact.name, arguments: JSON.stringify({ id: 'one', ...version }) },
        },
      ],
    },
    { id: `r${at}`, role: 'tool', tool_call_id: `c${at}`, content: 'Shown.' },
  ])
}

function Shown({ versions, shown }: { versions: readonly Written[]; shown?: ArtifactPlace }) {
  const [chat] = useState(() => createChat({ transport: scriptedTransport(), messages: thread(versions) }))
  const [place, setPlace] = useState<ArtifactPlace>(shown ?? { id: 'one' })
  return (
    <div style={{ blockSize: 420, maxInlineSize: 560 }}>
      <ArtifactPanel chat={chat} shown={place} onShow={setPlace} onClose={() => {}} />
    </div>
  )
}

function Cards() {
  const messages = thread([note, { ...note, title: 'Why checkout was slow, in short' }])
  const [chat] = useState(() => createChat({ transport: scriptedTransport(), messages }))
  const [toolRenderers] = useState(() => artifactRenderers({ onOpen: () => {} }))
  return (
    <ChatProvider chat={chat}>
      <Transcript toolRenderers={toolRenderers} />
    </ChatProvider>
  )
}

export const Card: Story = { render: () => <Cards /> }
export const Document: Story = { render: () => <Shown versions={[note]} /> }
export const Code: Story = { render: () => <Shown versions={[script]} /> }
export const Page: Story = { render: () => <Shown versions={[page]} /> }
export const OlderVersion: Story = {
  render: () => (
    <Shown versions={[script, note, { ...note, title: 'In short' }]} shown={{ id: 'one', version: 'a1/0' }} />
  ),
}
export const Gone: Story = { render: () => <Shown versions={[note]} shown={{ id: 'other' }} /> }
