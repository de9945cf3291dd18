import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { callResultRules, lintTranscript } from '@antiphon/lint'
import {
  createChat,
  defineTool,
  pairToolCalls,
  type ChatController,
  type ChatOptions,
  type Message,
  type ToolMessage,
} from '@antiphon/core'
import { immediateScheduler, scriptedTransport, sseText } from '@antiphon/core/testing'
import { prepareRequestMessages } from '@antiphon/core/request'
import { amount } from '../support/amount.js'
import { assertProperty } from '../support/property.js'

const runs = amount(60, 250)

/** How one call of a batch behaves: which tool, with which text, under which wire id. */
interface CallPlan {
  name: 'fine' | 'throws' | 'hangs' | 'slow' | 'asks' | 'asks-some' | 'outside' | '__proto__'
  args: string
  id: string
}

const callPlan: fc.Arbitrary<CallPlan> = fc.record({
  name: fc.constantFrom(
    'fine',
    'throws',
    'hangs',
    'slow',
    'asks',
    'asks',
    'asks-some',
    'outside',
    '__proto__',
  ),
  args: fc.constantFrom(
    '{"n":1}',
    '{"n":2}',
    '{"n":1}',
    '{"n":2}',
    '{"n":3}',
    '{"n":4}',
    '',
    '{"n":"x"}',
    '{"n":',
  ),
  // Ids repeat, inside a batch too, and go missing.
  id: fc.constantFrom('call_0', 'call_0', 'call_1', ''),
})

const finish = fc.constantFrom('tool_calls', 'tool_calls', 'tool_calls', 'tool_calls', 'stop', 'length', null)
const round = fc.record({ calls: fc.array(callPlan, { minLength: 1, maxLength: 5 }), finish })

/** Actions on the chat from outside, between any two of its own steps. */
const action = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: 'wait' as const }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which: fc.nat(4),
      how: fc.constantFrom('allow', 'allow', 'allow-in-chat', 'deny', 'edit', 'bad-edit', 'twice'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('send' as const), text: fc.constantFrom('a', 'b') }) },
  { weight: 1, arbitrary: fc.constant({ do: 'stop' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'continue' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'regenerate' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reload' as const }) },
)

const delta = (fields: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: fields, finish_reason }],
})
const answerOf = ({ calls, finish: reason }: { calls: CallPlan[]; finish: string | null }) => [
  sseText(
    [
      delta({
        tool_calls: calls.map(({ name, args, id }, index) => ({
          index,
          id,
          type: 'function',
          function: { name, arguments: args },
        })),
      }),
      ...(reason ? [delta({}, reason)] : []),
    ],
    { done: reason !== null },
  ),
]

/** The array must satisfy this after every step, at rest or running. */
function check(messages: readonly Message[], ran: Map<string, string[]>): void {
  let owner: { calls: string[]; id: string; done: number } | undefined
  for (const message of messages) {
    if (message.role === 'tool') {
      expect(owner, 'a result directly after its answer').toBeDefined()
      // Each result answers a later call than the one before it: at most one per call, in the order of the calls.
      const at = owner!.calls.findIndex((name, i) => i >= owner!.done && name === message.toolName)
      expect(at, `order of results in ${owner!.id}`).toBeGreaterThanOrEqual(0)
      owner!.done = at + 1
    } else owner = undefined
    if (message.role === 'assistant') {
      const calls = (message.tool_calls ?? []).map((call) => call.function.name)
      owner = { calls, id: message.id!, done: 0 }
      const cut = message.finishReason !== 'tool_calls' && message.finishReason !== 'stop'
      if (cut) for (const index of calls.keys()) expect(ran.has(`${message.id}/${index}`)).toBe(false)
    }
  }
  const { calls, orphans } = pairToolCalls(messages)
  expect(orphans).toEqual([])
  // At most one result per call, in order, before the next answer. A call may stay open: one that waits for somebody
  // outside, or one of a cut turn, which is never run. It is answered on the way out.
  const wrong = lintTranscript(messages, undefined, { rules: callResultRules }).filter(
    ({ severity, rule }) => severity === 'error' && rule !== 'unanswered-call',
  )
  expect(wrong.map(({ rule, path }) => `${rule} ${path}`)).toEqual([])
  // In the request, every call has its one result right after its turn, under an id of its own.
  const wire = prepareRequestMessages(messages)
  const ids = wire
    .flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
    .map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(wire.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []))).toEqual(ids)
  for (const { key, call, result } of calls) {
    if (result) expect(result.toolName).toBe(call.function.name)
    if (result?.details !== undefined && call.function.name === 'fine') {
      expect(result.content).toBe(String((JSON.parse(call.function.arguments) as { n: number }).n))
    }
    const outcome = result?.metadata?.['antiphon.outcome']
    if (outcome === 'denied' || outcome === 'unknown_tool' || outcome === 'invalid_arguments') {
      expect(ran.has(key), `${key} ${outcome}, and yet it ran`).toBe(false)
    }
  }
  for (const [key, runs] of ran) expect(runs, `${key} ran more than once`).toHaveLength(1)
}

test('whatever the model calls, tools do and people decide, every call has at most one result, in order, and runs once', async () => {
  let asked = 0
  let executed = 0
  let cases = 0
  await assertProperty(
    fc.asyncProperty(
      fc.array(round, { minLength: 1, maxLength: 4 }),
      fc.array(action, { maxLength: 14 }),
      async (rounds, actions) => {
        // A thread of its own: where there are locks, a call that ran in one case is claimed for as long as this process lives.
        const threadId = `thread-${++cases}`
        const ran = new Map<string, string[]>()
        const approved = new Map<string, Set<string>>()
        const tool = (name: string, more: object, execute?: (n: number, signal: AbortSignal) => unknown) =>
          defineTool({
            name,
            description: '',
            parameters: z.object({ n: z.number() }),
            ...more,
            ...(execute && {
              execute: (
                args: { n: number },
                { callKey, signal }: { callKey: string; signal: AbortSignal },
              ) => {
                executed++
                const text = JSON.stringify(args)
                ran.set(callKey, [...(ran.get(callKey) ?? []), text])
                const allowed = approved.get(callKey)
                if (name === 'asks')
                  expect(allowed?.has(text) || granted, `${callKey} ran ${text} unasked`).toBe(true)
                return execute(args.n, signal)
              },
            }),
          })
        let granted = false
        const problems: string[] = []
        /** A listener and a tool may not throw what a test is to hear. */
        const look = (of: ChatController) => () => {
          try {
            check(of.store.getMessages(), ran)
          } catch (error) {
            problems.push(String(error))
          }
        }
        const tools = [
          tool('fine', {}, (n) => n),
          tool('throws', {}, () => Promise.reject(new Error('no'))),
          tool('hangs', { timeout: 3 }, () => new Promise(() => {})),
          tool('slow', {}, () => new Promise((resolve) => setTimeout(resolve, 1, 'slow'))),
          tool('asks', { approval: 'always' }, (n) => n),
          tool(
            'asks-some',
            { approval: ({ n }: { n: number }) => n > 1, executionMode: 'sequential' },
            (n) => n,
          ),
          tool('outside', {}),
        ]
        let made = 0
        const answers = rounds.map(answerOf)
        const open = (messages: readonly Message[]): ChatController => {
          const transport = scriptedTransport(
            Array.from(
              { length: 50 },
              () => () => answers.shift() ?? [sseText([delta({ content: 'done' }), delta({}, 'stop')])],
            ),
          )
          const options: ChatOptions = {
            transport,
            tools,
            messages,
            threadId,
            generateId: () => `m${++made}`,
            scheduler: immediateScheduler,
            maxSteps: 3,
          }
          const made_ = createChat(options)
          made_.store.subscribe(look(made_))
          return made_
        }
        const settle = () => new Promise((resolve) => setTimeout(resolve, 1))
        const until = async (isDone: () => boolean) => {
          while (!isDone()) await settle()
        }

        const end = async (one: ChatController) => {
          one.stop()
          await until(() => !/submitted|streaming/.test(one.getState().status))
        }

        let chat = open([])
        const sends: Promise<unknown>[] = [chat.send('go')]
        await settle()
        for (const step of actions) {
          switch (step.do) {
            case 'decide': {
              // On a slow machine the question comes later.
              await until(
                () => chat.getApprovals().length > 0 || !/submitted|streaming/.test(chat.getState().status),
              )
              const approvals = chat.getApprovals()
              const approval = approvals[step.which % Math.max(approvals.length, 1)]
              if (!approval) break
              asked++
              const allow = () => {
                approved.set(
                  approval.callKey,
                  (approved.get(approval.callKey) ?? new Set()).add(approval.argumentsText),
                )
                return chat.decideApproval(approval.key, { type: 'allow' })
              }
              if (step.how === 'twice') {
                // Only started together: at rest an answer waits for the loop.
                void allow()
                void allow()
              } else if (step.how === 'allow') void allow()
              else if (step.how === 'allow-in-chat') {
                granted = true
                void chat.decideApproval(approval.key, { type: 'allow-in-chat' })
              } else if (step.how === 'deny')
                void chat.decideApproval(approval.key, { type: 'deny', reason: 'no' })
              else {
                const args = { n: step.how === 'edit' ? 7 : 'seven' }
                void chat.decideApproval(approval.key, { type: 'edit', arguments: args })
              }
              break
            }
            case 'answer': {
              const { calls } = pairToolCalls(chat.store.getMessages())
              const waiting = calls.filter(({ call, result }) => call.function.name === 'outside' && !result)
              const call = waiting[step.which % Math.max(waiting.length, 1)]
              if (call) sends.push(chat.addToolResult(call.key, { from: 'outside' }))
              break
            }
            case 'send':
              sends.push(chat.send(step.text))
              break
            case 'stop':
              chat.stop()
              break
            case 'continue':
              sends.push(chat.continue())
              break
            case 'regenerate':
              sends.push(chat.regenerate())
              break
            case 'reload': {
              // The page closes in the middle of whatever it is doing; only what was stored is left.
              const stored = JSON.parse(JSON.stringify(chat.store.getMessages())) as Message[]
              await end(chat)
              granted = false
              approved.clear()
              chat = open(stored)
              break
            }
            case 'wait':
              break
            default:
              step satisfies never
          }
          await settle()
          expect(problems).toEqual([])
          check(chat.store.getMessages(), ran)
        }
        await end(chat)
        await Promise.all(sends)
        await settle()

        expect(problems).toEqual([])
        // At rest after a stop: what is open is from outside, was interrupted, or belongs to an answer that was cut off.
        check(chat.store.getMessages(), ran)
        // A queue that waited at the stop still waits.
        const { queue } = chat.getState()
        await settle()
        expect(chat.getState().queue).toBe(queue)
        const results = chat.store
          .getMessages()
          .filter((message): message is ToolMessage & { id: string } => message.role === 'tool')
        for (const result of results) expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      },
    ),
    { numRuns: runs },
  )
  console.log(`${executed} calls ran, ${asked} decisions`)
  expect(executed).toBeGreaterThan(amount(10, 100))
  expect(asked).toBeGreaterThan(amount(5, 50))
})
