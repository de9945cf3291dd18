import type * as ToolLoop from './tool-loop.js'

/**
 * The tool loop, and with it the schema library, is loaded by chats that have tools. Asked for when a chat is made or
 * given tools, so it is there by the first request; a request with tools waits for it, and fails in words where it
 * cannot be loaded. So no call ever arrives that could not be run for want of it.
 */
export function loadToolLoop(): Promise<typeof ToolLoop> {
  return import('./tool-loop.js')
}
