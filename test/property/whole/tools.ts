import {
  defineTool,
  type PersonAnswer,
  type PersonQuestion,
  type Tool,
  type ToolContext,
} from '@antiphon/core'
import * as z from 'zod'

/** How a call is run: told to the world before the tool does anything. */
export interface ToolHost {
  /** Called when a tool is executed, and returns the text of its result. */
  begin(name: string, callKey: string, args: { n: number }): string
  /** Waits until the test lets the tool end. Ignores a stop. */
  wait(callKey: string): Promise<void>
  /** Called when a person has answered what the call asked. */
  told(callKey: string, answer: PersonAnswer): void
}

/** The question that `inquires` asks: for a number. */
const HOW_MANY: PersonQuestion = {
  type: 'form',
  message: 'How many?',
  schema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
}
const LOOK: PersonQuestion = { type: 'page', message: 'Look.', url: 'https://example.com/' }

/** How long `hangs` may take, in ms. */
const TOOL_TIMEOUT = 50

/** Tools of all kinds: each writes down that it runs. */
export function createTools({ begin, wait, told }: ToolHost): Tool[] {
  type Execute = (result: string, context: ToolContext, args: { n: number }) => unknown
  const tool = (name: string, more: object, execute?: Execute): Tool => {
    const run = (args: { n: number }, context: ToolContext) =>
      execute!(begin(name, context.callKey, args), context, args)
    const parameters = z.object({ n: z.number() })
    return defineTool({
      name,
      description: '',
      parameters,
      ...more,
      ...(execute && { execute: run }),
    }) as Tool
  }
  return [
    tool('fine', {}, (result) => result),
    tool('throws', {}, (result) => Promise.reject(new Error(result))),
    tool('slow', {}, (result, { callKey }) => wait(callKey).then(() => result)),
    tool('hangs', { timeout: TOOL_TIMEOUT }, () => new Promise(() => {})),
    tool('asks', { approval: 'always' }, (result) => result),
    tool('asks-slow', { approval: 'always' }, (result, { callKey }) => wait(callKey).then(() => result)),
    // With 3 it asks two things at once, and they are shown one after the other.
    tool('inquires', {}, async (result, { callKey, ask }, { n }) => {
      const answers = await Promise.all((n === 3 ? [HOW_MANY, LOOK] : [HOW_MANY]).map((one) => ask(one)))
      for (const answer of answers) told(callKey, answer)
      return `${result}, told ${JSON.stringify(answers)}`
    }),
    tool(
      'asks-some',
      { approval: ({ n }: { n: number }) => n > 1, executionMode: 'sequential' },
      (result) => result,
    ),
    tool('outside', {}),
  ]
}

/** Tools of which a person has to be asked with these arguments. */
export const wantsPerson = (name: string, args: { n: number }): boolean =>
  name === 'asks' || name === 'asks-slow' || (name === 'asks-some' && args.n > 1)
