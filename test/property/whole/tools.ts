import { defineTool, type Tool } from '@antiphon/core'
import * as z from 'zod'

/** How a call is run: told to the world before the tool does anything. */
export interface ToolHost {
  /** Called when a tool is executed, and returns the text of its result. */
  begin(name: string, callKey: string, args: { n: number }): string
  /** Waits until the test lets the tool end. Does not hear of a stop. */
  wait(callKey: string): Promise<void>
}

/** How long `hangs` may take, in ms. */
export const TOOL_TIMEOUT = 50

/** Tools of all kinds: each writes down that it runs. */
export function createTools({ begin, wait }: ToolHost): Tool[] {
  const tool = (name: string, more: object, execute?: (result: string, callKey: string) => unknown): Tool => {
    const run = (args: { n: number }, { callKey }: { callKey: string }) =>
      execute!(begin(name, callKey, args), callKey)
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
    tool('slow', {}, (result, callKey) => wait(callKey).then(() => result)),
    tool('hangs', { timeout: TOOL_TIMEOUT }, () => new Promise(() => {})),
    tool('asks', { approval: 'always' }, (result) => result),
    tool('asks-slow', { approval: 'always' }, (result, callKey) => wait(callKey).then(() => result)),
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
