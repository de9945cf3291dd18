import { TRANSCRIPT_KEY } from '@antiphon/transcripts'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Message } from '@antiphon/core'
import { sharedFolder } from '../../../test/replay/shared-data.js'
import { readTranscript } from '../../transcripts/src/index.js'
import { readSessionFiles, type JoinedSessions, type SessionFile } from './index.js'

const readFiles = (files: readonly SessionFile[]): JoinedSessions => readSessionFiles(files, readTranscript)

const line = (value: object): string => `${JSON.stringify(value)}\n`
let next = 0

/** A session of Claude Code that asks for one agent: `run` is what the result says of it. */
function claude(
  session: string,
  more: { agent?: string; asks: string; calls?: string; run?: object },
): string {
  const { agent, asks, calls, run } = more
  const base = () => ({
    sessionId: session,
    uuid: `r${next++}`,
    timestamp: '2026-02-08T17:28:31.000Z',
    ...(agent && { agentId: agent, isSidechain: true }),
  })
  const task = { type: 'tool_use', id: calls, name: 'Task', input: { prompt: `find ${calls}` } }
  const result = { type: 'tool_result', tool_use_id: calls, content: 'found' }
  return [
    { ...base(), type: 'user', message: { role: 'user', content: asks } },
    ...(calls
      ? [
          { ...base(), type: 'assistant', message: { id: `m${next}`, role: 'assistant', content: [task] } },
          { ...base(), type: 'user', message: { role: 'user', content: [result] }, ...run },
        ]
      : []),
    {
      ...base(),
      type: 'assistant',
      message: { id: `n${next}`, role: 'assistant', content: [{ type: 'text', text: `end of ${asks}` }] },
    },
  ]
    .map(line)
    .join('')
}

interface Kept {
  messages: Message[]
}
const agentOf = (messages: readonly Message[], callId: string): Kept | undefined =>
  messages.find((message) => message.role === 'tool' && message.tool_call_id === callId)?.metadata?.[
    TRANSCRIPT_KEY
  ] as Kept | undefined

describe('agents in files beside their session', () => {
  test('go to the result of their call, agents of agents as well, in any order of the files', () => {
    const files: SessionFile[] = [
      { path: 's/subagents/agent-b.jsonl', text: claude('s', { agent: 'b', asks: 'find t2' }) },
      { path: 's/subagents/agent-a.jsonl', text: claude('s', { agent: 'a', asks: 'look', calls: 't2' }) },
      {
        path: 's.jsonl',
        text: claude('s', { asks: 'hello', calls: 't1', run: { toolUseResult: { agentId: 'a' } } }),
      },
    ]
    for (const given of [files, files.toReversed()]) {
      const { sessions, problems } = readFiles(given)
      expect(problems).toEqual([])
      expect(sessions.map(({ path }) => path)).toEqual(['s.jsonl'])
      expect(sessions[0]!.agents.toSorted()).toEqual([
        's/subagents/agent-a.jsonl',
        's/subagents/agent-b.jsonl',
      ])
      const outer = agentOf(sessions[0]!.transcript.messages, 't1')!
      expect(outer.messages[0]).toMatchObject({ role: 'user', content: 'look' })
      expect(agentOf(outer.messages, 't2')!.messages.at(-1)).toMatchObject({ content: 'end of find t2' })
    }
  })

  test('are found by their description', () => {
    const { sessions } = readFiles([
      { path: 's.jsonl', text: claude('s', { asks: 'hello', calls: 't1' }) },
      { path: 's/subagents/agent-a.jsonl', text: claude('x', { agent: 'a', asks: 'other words' }) },
      { path: 's/subagents/agent-a.meta.json', text: '{"agentType":"Explore","toolUseId":"t1"}' },
    ])
    expect(sessions).toHaveLength(1)
    expect(agentOf(sessions[0]!.transcript.messages, 't1')!.messages).toHaveLength(2)
  })

  test('of another session with the same words stay sessions of their own', () => {
    const { sessions } = readFiles([
      { path: 's.jsonl', text: claude('s', { asks: 'hello', calls: 't1' }) },
      { path: 'q/subagents/agent-a.jsonl', text: claude('q', { agent: 'a', asks: 'find t1' }) },
    ])
    expect(sessions.map(({ path }) => path)).toEqual(['s.jsonl', 'q/subagents/agent-a.jsonl'])
  })

  test('that say they ran each other stay as they are', () => {
    const ring = (agent: string, call: string, other: string) =>
      claude('s', { agent, asks: agent, calls: call, run: { toolUseResult: { agentId: other } } })
    const { sessions } = readFiles([
      { path: 'agent-a.jsonl', text: ring('a', 't1', 'b') },
      { path: 'agent-b.jsonl', text: ring('b', 't2', 'a') },
    ])
    expect(sessions.map(({ agents }) => agents)).toEqual([[], []])
  })

  test('of Codex are rollouts that the parent names', () => {
    const rollout = (id: string, ...items: object[]): string =>
      [
        { type: 'session_meta', payload: { id, cwd: '/' } },
        { type: 'event_msg', payload: { type: 'user_message', message: `ask ${id}` } },
        ...items,
      ]
        .map((item) => line({ timestamp: '2026-02-08T17:28:31.000Z', ...item }))
        .join('')
    const { sessions } = readFiles([
      { path: 'rollout-child.jsonl', text: rollout('child') },
      {
        path: 'rollout-parent.jsonl',
        text: rollout(
          'parent',
          {
            type: 'response_item',
            payload: { type: 'function_call', name: 'spawn_agent', arguments: '{}', call_id: 'c1' },
          },
          {
            type: 'response_item',
            payload: { type: 'function_call_output', call_id: 'c1', output: 'child' },
          },
          {
            type: 'event_msg',
            payload: { type: 'collab_agent_spawn_end', call_id: 'c1', new_thread_id: 'child' },
          },
        ),
      },
    ])
    expect(sessions.map(({ path, agents }) => [path, agents])).toEqual([
      ['rollout-parent.jsonl', ['rollout-child.jsonl']],
    ])
    expect(agentOf(sessions[0]!.transcript.messages, 'c1')!.messages[0]).toMatchObject({
      content: 'ask child',
    })
  })

  test('beside files that are no session, which are named with the reason', () => {
    const { sessions, problems } = readFiles([
      { path: 's.jsonl', text: claude('s', { asks: 'hello' }) },
      { path: 'package.json', text: '{"name":"tide","version":"1.0.0"}' },
      { path: 'notes.txt', text: 'Dear Ingrid' },
    ])
    expect(sessions).toHaveLength(1)
    expect(problems.map(({ path }) => path)).toEqual(['package.json', 'notes.txt'])
    for (const { message } of problems) expect(message).not.toContain('\n')
  })
})

const folder = sharedFolder('sessions')
test.skipIf(!folder)('real sessions have their agents', () => {
  const from = join(folder!, 'claude-code')
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:b3a7|0a1b).*\.jsonl?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(from, path), 'utf8') }))
  const { sessions, problems } = readFiles(files)
  expect(problems).toEqual([])
  const found = sessions.map(({ path, agents }) => `${path.slice(0, 4)}: ${agents.length}`)
  // The call in the other session has no id and no result yet, so its agent stays a session of its own.
  expect(found.toSorted()).toEqual(['0a1b: 0', '0a1b: 0', 'b3a7: 4'])
})
