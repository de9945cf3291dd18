import { isRecord, type JsonObject, wordOf } from '@antiphon/base'
import { wireUsage } from '../openai/responses.js'
import type { AgentEvent, AgentReader } from '../agents/agent-event.js'
import { createAnswerText } from '../agents/answer-text.js'
import { promptApiFormat } from './format.js'
import { readUsage } from './runs.js'

/** Reads the new content of each snapshot. A run ends when the next one begins or everything is done. */
export function readPromptApi(): AgentReader {
  let current = 0
  let toolsSeen = 0
  let said = createAnswerText()
  let answered = new Set<number>()

  function readRun(run: JsonObject, isOver: boolean): AgentEvent[] {
    const events: AgentEvent[] = [
      ...said.whole('reasoning', run.thinkingText),
      ...said.whole('content', run.text),
    ]
    const tools = Array.isArray(run.tools) ? run.tools.filter(isRecord) : []
    tools.forEach((tool, index) => {
      const id = wordOf(tool.id)
      if (index >= toolsSeen) {
        const fn = {
          name: wordOf(tool.name),
          arguments: JSON.stringify(tool.args ?? {}),
        }
        events.push({ type: 'delta', delta: { tool_calls: [{ index, id, type: 'function', function: fn }] } })
        toolsSeen = index + 1
      }
      if (answered.has(index) || tool.output === undefined || tool.output === null) return
      answered.add(index)
      // Read by the reader of whole results, so that both say the same of images and texts.
      const { messages } = promptApiFormat.parse({ done: true, runs: [{ ...run, tools: [tool] }] })
      const result = messages.find(({ role }) => role === 'tool')
      if (result?.role === 'tool')
        events.push({ type: 'result', callId: id, value: { content: result.content } })
    })
    if (!isOver) return events
    const usage = readUsage(run.usage)
    if (usage) events.push({ type: 'about', fields: { usage: wireUsage(usage) } })
    events.push({ type: 'finish', reason: tools.length > 0 ? 'tool_calls' : 'stop' })
    current++
    said = createAnswerText()
    toolsSeen = 0
    answered = new Set()
    return events
  }

  return (event) => {
    if (!isRecord(event) || !Array.isArray(event.runs)) {
      const error = isRecord(event) ? (event.error ?? event.message) : undefined
      return error === undefined ? [{ type: 'unknown', event }] : [{ type: 'failure', error }]
    }
    const runs = event.runs.filter(isRecord)
    const events: AgentEvent[] = []
    while (current < runs.length) {
      const isOver = event.done === true || current < runs.length - 1
      events.push(...readRun(runs[current]!, isOver))
      if (!isOver) break
    }
    return event.done === true ? [...events, { type: 'over' }] : events
  }
}
