import type { KeyPlace } from '../settings/settings.js'

/** An MCP server that one has added. Everything here may be stored; its key is not part of it. */
export interface McpServer {
  /** Our own, by which servers, their keys and their logins are told apart. */
  id: string
  /** Name that the person gave it. Empty: its host is shown. */
  name: string
  /** Where it answers over streamable HTTP. */
  url: string
  /** Sent with each request; never a key. */
  headers?: Readonly<Record<string, string>>
  /** Where its key, or what a login gave, is kept. */
  keyPlace: KeyPlace
  isOn: boolean
}
