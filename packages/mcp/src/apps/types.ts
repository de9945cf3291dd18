import type { ChatController } from '@antiphon/core'
import type { LinkPolicy } from '@antiphon/ui/markdown'
import type { AppTraffic } from './app-bridge.js'
import type { AppPermission } from './app-resource.js'

/** The powers of apps, their size, and listeners for what they say. */
export interface McpAppsOptions {
  /** Decides over an address that an app wants to open, before the person is asked. Default: http, https, mailto and tel. */
  linkPolicy?: LinkPolicy
  /** Permissions that an app gets if its server declares them. Default: none. */
  permissions?: readonly AppPermission[]
  /** Most height in px; what is longer scrolls inside the app. Default 600. */
  maxHeight?: number
  /** Ms until an app must be ready; 0 or `Infinity` for no limit. Default 10,000. */
  timeout?: number
  /**
   * Address of a page for frames, on any origin, needed where the policy of the page allows no inline scripts: a frame made from
   * text is under that policy. `docs/mcp.md` has the page.
   */
  framePage?: string
  /** Called with each message between an app and the page, for a log or a wire panel. */
  onMessage?: (message: AppTraffic & { toolName: string; callKey: string }) => void
  /** Called with the text an app has for the model, and null when it is taken back. Default: sent with the chat's next message. */
  onModelContext?: (context: { toolName: string; text: string } | null) => void
  /** Name and version that apps read. Default `antiphon`. */
  hostInfo?: { name: string; version: string }
}

/** Something that an app wants and only a person may allow. */
export type AppQuestion = { key: number } & (
  | { kind: 'link'; url: URL }
  | { kind: 'message'; text: string }
  | { kind: 'call'; toolName: string; argumentsText: string; destructive: boolean; since: number }
)

export type AppAnswer = { allow: true; always?: boolean } | { allow: false; reason?: string }

export type AppChat = Pick<ChatController, 'getConfig' | 'store' | 'send' | 'subscribe' | 'getState'>
