import type { ToolCall } from '../message/types.js'
import type { StandardSchema } from './schema.js'
import type { Tool } from './types.js'

/** The other system checks the arguments itself. */
const anything: StandardSchema<never> = {
  '~standard': { version: 1, vendor: 'antiphon', validate: (value) => ({ value: value as never }) },
}

/**
 * The tool of a call that somebody else runs once a person has allowed it. A tool of the chat by the same name is a different
 * tool, so it is not looked for. Without a tool that passes the yes on (`Tool.runsApproved`) nobody would run the call, and that
 * is its result.
 */
export function askedTool({ function: { name } }: ToolCall, tools: ReadonlyMap<string, Tool>): Tool {
  const runner = Array.from(tools.values()).find(({ runsApproved }) => runsApproved)
  return {
    name,
    description: 'Runs at the other system, which asked about it.',
    parameters: anything,
    jsonSchema: { type: 'object' },
    approval: 'always',
    keepsArguments: true,
    ...(runner?.formOf && { formOf: runner.formOf }),
    execute: runner?.execute ?? runNowhere,
  }

  function runNowhere(): never {
    throw new Error(
      `The call was allowed, but it did not run: this chat cannot tell the system that asked about ${name}. Open the conversation in a chat with the transport of that system, and ask again.`,
    )
  }
}
