import type { ToolOffer } from '../request/chat-request.js'
import type { ScriptedResult, ScriptedCall } from '../script/scenario.js'
import { fillSchema } from './fill-schema.js'
import { clip, isFields, parseJson, shown, knownSentence, knownTools } from './known-tools.js'

type Call = Pick<ScriptedResult, 'name' | 'arguments'>

/** The subject of a call in a few words: "Europe/Oslo", "26.2 mi to km". */
export function subjectOf(call: Call): string {
  const args = parseJson(call.arguments)
  if (!isFields(args)) return clip(call.arguments, 40)
  const { value, from, to } = args
  if (value !== undefined && from !== undefined && to !== undefined)
    return `${shown(value)} ${shown(from)} to ${shown(to)}`
  return clip(Object.values(args).map(shown).join(', '), 40)
}

/** A result on one line with its values unchanged. Values that repeat the arguments are left out. */
export function resultLine({
  content,
  arguments: args,
}: Pick<ScriptedResult, 'content' | 'arguments'>): string {
  const value = parseJson(content)
  if (Array.isArray(value)) return `${value.length} entries: ${clip(value.map(shown).join('; '), 160)}`
  if (!isFields(value)) return clip(content.trim().replace(/\s+/g, ' '), 200) || 'nothing'
  const asked = parseJson(args)
  const news = Object.entries(value).filter(([key, field]) => !(isFields(asked) && asked[key] === field))
  return clip(news.map(([key, field]) => `${words(key)} ${shown(field)}`).join(', '), 240) || 'nothing new'
}

/** One sentence for a result: "In Oslo it is 14:05." for tools whose meaning is known, else the result on one line. */
export function sentenceOf(outcome: ScriptedResult): string {
  const plain = knownSentence(outcome)
  return plain ?? `**${subjectOf(outcome)}** (\`${outcome.name}\`): ${resultLine(outcome)}`
}

/** One list entry for each call: what came back, or how it failed. */
export function outcomeList(outcomes: readonly ScriptedResult[]): string {
  return outcomes
    .map((outcome) => {
      if (!outcome.failed) return `- ${sentenceOf(outcome)}`
      return `- **${subjectOf(outcome)}** (\`${outcome.name}\`) failed: ${failureLine(outcome)}`
    })
    .join('\n')
}

/** The error of a failed call on one line. */
export function failureLine({ content }: Pick<ScriptedResult, 'content'>): string {
  const value = parseJson(content)
  const error = isFields(value) ? (value['error'] ?? value['message']) : undefined
  const text = isFields(error) ? (error['message'] ?? error) : (error ?? content)
  return clip(shown(text).trim().replace(/\s+/g, ' '), 200)
}

const countWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** A small count as a word. */
export function countWord(count: number): string {
  return countWords[count] ?? String(count)
}

function words(key: string): string {
  return key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

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

/** A call that will most likely fail: a tool with a failing name, impossible arguments, or a place that does not exist. */
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
