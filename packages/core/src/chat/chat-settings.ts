import type { ChatConfig } from './types.js'

/**
 * Every setting of `ChatConfig`, and how a binding compares its value with that of the render before. `value`: by identity. `data`: by
 * content, so an object written in place is not a change. `callback`: never a change, because the chat is given a function that
 * calls the newest one. The type makes sure of that: a setting that is missing here does not compile.
 */
export const chatSettings: Readonly<Record<keyof ChatConfig, 'value' | 'data' | 'callback'>> = {
  endpoint: 'data',
  transport: 'value',
  model: 'value',
  tools: 'data',
  parameters: 'data',
  gateToolCalls: 'callback',
  toolExecution: 'value',
  toolTimeout: 'value',
  steering: 'value',
  maxSteps: 'value',
  continuePrompt: 'callback',
  beforeRequest: 'callback',
  stopWhen: 'callback',
  fetch: 'callback',
  system: 'value',
  onFinish: 'callback',
  onError: 'callback',
  onToolCall: 'callback',
}

/** Read when a chat is made, see `ChatOptions`. */
const once = ['messages', 'threadId', 'now', 'memory', 'random', 'generateId', 'scheduler']

/** Is it a name among `ChatOptions`? For components that take these among other props. */
export function isChatOption(name: string): boolean {
  return name in chatSettings || once.includes(name)
}
