import { englishConversation } from './english-conversation.js'
import { englishHome } from './english-home.js'
import { englishMcp } from './english-mcp.js'
import { englishProfile } from './english-profile.js'
import { englishSettings } from './english-settings.js'
import { englishShell } from './english-shell.js'
import { englishViewer } from './english-viewer.js'

/** Every word of the app. Other languages are values of the same type. */
export const english = {
  home: englishHome,
  shell: englishShell,
  conversation: englishConversation,
  settings: englishSettings,
  profile: englishProfile,
  viewer: englishViewer,
  mcp: englishMcp,
}

export type AppWords = typeof english
