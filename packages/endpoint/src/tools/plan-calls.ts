import type { ToolOffer } from '../request/chat-request.js'
import type { ScriptedCall } from '../script/step.js'
import { fillSchema } from './fill-schema.js'
import { knownTools } from './known-tools.js'

const toCall = (name: string, args: unknown): ScriptedCall => ({ name, arguments: JSON.stringify(args) })

/** The calls that a prompt asks for in words, among the offered tools whose meaning is known. */
export function callsInPrompt(prompt: string, tools: readonly ToolOffer[]): ScriptedCall[] {
  return knownTools.flatMap((known) => {
    const offer = tools.find((tool) => tool.name === known.name)
    return offer ? known.fromPrompt(prompt, offer).map((args) => toCall(known.name, args)) : []
  })
}

/** Exactly `count` different-looking calls: what the prompt asks first, then examples, then filled schemas. */
export function planCalls(prompt: string, tools: readonly ToolOffer[], count: number): ScriptedCall[] {
  if (tools.length === 0) return []
  const calls = callsInPrompt(prompt, tools).slice(0, count)
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
  const examples = knownTools.find((known) => known.name === tool.name)?.examples(tool)
  return toCall(tool.name, examples?.[variant] ?? fillSchema(tool.parameters, variant))
}

/** A call that will most likely fail: a tool that says so in its name, impossible arguments, or a place that is not. */
export function failingCall(tools: readonly ToolOffer[]): ScriptedCall | undefined {
  const meant = tools.find((tool) => /fail|broken|flaky|throw/i.test(tool.name))
  if (meant) return exampleCall(meant)
  const known = knownTools.find(({ name }) => tools.some((tool) => tool.name === name))
  if (known) return toCall(known.name, known.failing)
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
