import type * as ToolDesk from './tool-runner.js'

/**
 * The tool loop, approvals, and with them the schema library, are loaded by chats that have tools. Asked for when a
 * chat is made or given tools, so they are there by the first request; a request with tools waits for them, and fails
 * in words where they cannot be loaded. So no call ever arrives that could not be run for want of them.
 */
export function loadToolDesk(): Promise<typeof ToolDesk> {
  return import('./tool-runner.js')
}
