import { englishActions } from './english-actions.js'
import { englishCode } from './english-code.js'
import { englishConversation } from './english-conversation.js'
import { englishHome } from './english-home.js'
import { englishMcp } from './english-mcp.js'
import { englishSettings } from './english-settings.js'
import { englishShell } from './english-shell.js'
import { englishTheme } from './english-theme.js'

/** Every word of this app. It speaks English alone; the kit's own words come in more languages (docs/words.md). */
export const words = {
  actions: englishActions,
  home: englishHome,
  shell: englishShell,
  conversation: englishConversation,
  settings: englishSettings,
  code: englishCode,
  theme: englishTheme,
  mcp: englishMcp,
}
