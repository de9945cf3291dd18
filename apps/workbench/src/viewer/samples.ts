import type { Message } from '@antiphon/core'

/** Transcripts to try the viewer with. Their text is English, as most transcripts are. */
export type SampleId = 'broken' | 'agent' | 'stream'

const question: Message = {
  role: 'user',
  content: 'Why did checkout latency jump last night?',
}

/** Faults that break histories in practice: a result without a call, calls without results, arguments that end too soon. */
const broken: readonly unknown[] = [
  { role: 'system', content: 'You are on call for the checkout service.' },
  question,
  { role: 'tool', tool_call_id: 'call_gone', content: '{"p95_ms": 1940}' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_1',
        type: 'function',
        function: { name: 'get_deploys', arguments: '{"service":"checkout"}' },
      },
      {
        id: 'call_1',
        type: 'function',
        function: { name: 'query_metrics', arguments: '{"query":"p95","ran' },
      },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '[{"sha":"9f31c2e","change":"pool size 40 to 8"}]' },
  { role: 'assistant', content: '' },
  { role: 'user', content: 'And the fix?' },
  { role: 'assistant', content: 'Restore the pool to 40 connections.' },
]

const replayed: readonly Message[] = [
  question,
  {
    role: 'assistant',
    content:
      'The jump lines up with deploy `9f31c2e` at **22:04**, which cut the connection pool from 40 to 8.\n\n| Window | Pool | p95 |\n| --- | ---: | ---: |\n| 20:00 to 22:00 | 40 | 212 ms |\n| 22:10 to 00:00 | 8 | 1,940 ms |\n\nRestore the pool and watch `pool_wait_ms`.',
    finishReason: 'stop',
  },
]

/** A session of a coding agent that gives two tasks away, as JSON lines. */
function agentSession(): string {
  const lines: object[] = []
  let clock = Date.UTC(2026, 2, 12, 8, 0, 0)
  let parent: string | null = null
  const add = (type: 'user' | 'assistant', content: unknown, more: object = {}): void => {
    const uuid = `m${lines.length + 1}`
    clock += 1_400
    const isAgent = 'agentId' in more
    lines.push({
      type,
      uuid,
      parentUuid: isAgent ? null : parent,
      sessionId: 'sample',
      timestamp: new Date(clock).toISOString(),
      isSidechain: isAgent,
      ...more,
      message: {
        ...(type === 'assistant' && { id: `msg_${uuid}`, model: isAgent ? 'scout-small' : 'lead-large' }),
        role: type,
        content,
      },
    })
    if (!isAgent) parent = uuid
  }
  const text = (words: string): object[] => [{ type: 'text', text: words }]
  const call = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input })
  const result = (id: string, words: string): object[] => [
    { type: 'tool_result', tool_use_id: id, content: text(words) },
  ]
  const task = (id: string, agentId: string, asks: string, steps: () => void, answer: string): void => {
    add('user', asks, { agentId })
    steps()
    add('assistant', text(answer), { agentId })
    add('user', result(id, answer), { toolUseResult: { agentId, status: 'completed', totalTokens: 840 } })
  }

  add('user', 'Find out why checkout is slow, and write down a fix.')
  add('assistant', [
    ...text('I look at the deploys and at the metrics at the same time.'),
    call('task_1', 'Task', { description: 'deploys', prompt: 'Which deploy changed the pool?' }),
    call('task_2', 'Task', { description: 'metrics', prompt: 'When did p95 jump?' }),
  ])
  task(
    'task_1',
    'deploys',
    'Which deploy changed the pool?',
    () => {
      add('assistant', [call('read_1', 'Bash', { command: 'git log --oneline -3' })], { agentId: 'deploys' })
      add('user', result('read_1', '9f31c2e pool size 40 to 8\n7ac04d1 new tax rounding'), {
        agentId: 'deploys',
      })
    },
    'Deploy 9f31c2e at 22:04 cut the pool from 40 to 8.',
  )
  task(
    'task_2',
    'metrics',
    'When did p95 jump?',
    () => {
      add('assistant', [call('read_2', 'Read', { file_path: 'metrics/p95.csv' })], { agentId: 'metrics' })
      add('user', result('read_2', '22:00,212\n22:10,1940'), { agentId: 'metrics' })
    },
    'Between 22:00 and 22:10, from 212 ms to 1,940 ms.',
  )
  add('assistant', text('Both agree: restore the pool to 40, and alert when `pool_wait_ms` is over 50.'))
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
}

/** A sample as a file, with its name. */
export async function sampleFile(id: SampleId): Promise<File> {
  switch (id) {
    case 'broken':
      return new File([JSON.stringify(broken, null, 2)], 'broken-history.json')
    case 'agent':
      return new File([agentSession()], 'agent-session.jsonl')
    case 'stream': {
      const { replayOfMessages, writeCapture } = await import('@antiphon/devtools')
      return new File([writeCapture(replayOfMessages(replayed))], 'captured-stream.json')
    }
    default:
      return id satisfies never
  }
}
