import type { ToolOffer } from '../request/chat-request.js'
import type { ScriptedCall } from '../script/scenario.js'
import { fillSchema } from './fill-schema.js'

type Args = Readonly<Record<string, unknown>>

const toCall = (name: string, args: unknown): ScriptedCall => ({ name, arguments: JSON.stringify(args) })
const timeIn = (timezone: string): ScriptedCall => toCall('get_time', { timezone })
const toKm = (value: number): ScriptedCall => toCall('convert_units', { value, from: 'mi', to: 'km' })

/** How a prompt begins, and its calls. */
const scripted: readonly (readonly [beginning: string, calls: readonly ScriptedCall[]])[] = [
  ['What time is it in Oslo and Tokyo?', [timeIn('Europe/Oslo'), timeIn('Asia/Tokyo')]],
  ['What time is it in Oslo?', [timeIn('Europe/Oslo')]],
  [
    'What is the population of Norway, and what time is it in Oslo?',
    [toCall('look_up', { country: 'Norway' }), timeIn('Europe/Oslo')],
  ],
  ['Convert 26.2 miles to km', [toKm(26.2)]],
  ['Convert 10 miles to km', [toKm(10)]],
]

/** A prompt that spells its call: `call get_time {"timezone":"Asia/Seoul"}`. */
const SPELLED = /^call (\S+)(?:\s+(\{[^]*))?$/
/** A question that names a tool, as the check of a connection asks it. */
const NAMED = /\bCall the function (\w+)/

/** Arguments of the demo's tools: some that work, and some with which the tool fails. */
const examples: ReadonlyMap<string, { works: readonly Args[]; fails: Args }> = new Map([
  [
    'get_time',
    {
      works: [{ timezone: 'Europe/Oslo' }, { timezone: 'Asia/Tokyo' }, { timezone: 'America/Lima' }],
      fails: { timezone: 'Mars/Olympus_Mons' },
    },
  ],
  [
    'look_up',
    {
      works: [{ country: 'Norway' }, { country: 'Japan' }, { country: 'Peru' }],
      fails: { country: 'Atlantis' },
    },
  ],
  [
    'convert_units',
    {
      works: [
        { value: 26.2, from: 'mi', to: 'km' },
        { value: 72, from: 'kg', to: 'lb' },
        { value: 20, from: 'C', to: 'F' },
      ],
      fails: { value: 12, from: 'furlong', to: 'kelvin' },
    },
  ],
  ['query_json', { works: [{ query: '$.*' }, { query: '$..name' }], fails: { query: '$.items[' } }],
])

/** The calls that belong to a prompt; none for any other prompt. */
export function callsOf(prompt: string, tools: readonly ToolOffer[]): readonly ScriptedCall[] {
  const text = prompt.trim()
  const [, name, args] = SPELLED.exec(text) ?? NAMED.exec(text) ?? []
  const tool = tools.find((one) => one.name === name)
  if (tool) return [args === undefined ? exampleCall(tool) : { name: tool.name, arguments: args }]
  return scripted.find(([beginning]) => text.startsWith(beginning))?.[1] ?? []
}

/** Exactly `count` calls: those of the prompt first, then examples, different ones as far as there are. */
export function planCalls(prompt: string, tools: readonly ToolOffer[], count: number): ScriptedCall[] {
  if (tools.length === 0) return []
  const offered = callsOf(prompt, tools).filter(({ name }) => tools.some((tool) => tool.name === name))
  const calls = offered.slice(0, count)
  for (let variant = 0; calls.length < count && variant < count + 3; variant++) {
    for (const call of tools.map((tool) => exampleCall(tool, variant))) {
      const repeated = calls.some((other) => other.name === call.name && other.arguments === call.arguments)
      if (calls.length < count && (!repeated || variant >= 3)) calls.push(call)
    }
  }
  return calls
}

/** A plausible call of one tool. */
export function exampleCall(tool: ToolOffer, variant = 0): ScriptedCall {
  const example = examples.get(tool.name)?.works[variant]
  return toCall(tool.name, example ?? fillSchema(tool.parameters, variant))
}

/** A call that will most likely fail: of a tool with a failing name, or with arguments that name nothing. */
export function failingCall(tools: readonly ToolOffer[]): ScriptedCall | undefined {
  const meant = tools.find((tool) => /fail|broken|flaky|throw/i.test(tool.name))
  if (meant) return exampleCall(meant)
  for (const [name, { fails }] of examples)
    if (tools.some((tool) => tool.name === name)) return toCall(name, fails)
  const last = tools.at(-1)
  if (!last) return undefined
  const filled = fillSchema(last.parameters, 1)
  if (typeof filled !== 'object' || filled === null) return toCall(last.name, {})
  const spoiled = Object.entries(filled).map(([key, value]) => [
    key,
    typeof value === 'string' ? 'does-not-exist' : value,
  ])
  return toCall(last.name, Object.fromEntries(spoiled))
}
