import type { AppWords } from './english.js'
import { germanConversation } from './german-conversation.js'
import { germanHome } from './german-home.js'
import { germanMcp } from './german-mcp.js'
import { germanProfile } from './german-profile.js'
import { germanSettings } from './german-settings.js'
import { germanShell } from './german-shell.js'
import { germanViewer } from './german-viewer.js'

export { german as kitGerman } from '@antiphon/ui/german'

export const german: AppWords = {
  home: germanHome,
  shell: germanShell,
  conversation: germanConversation,
  settings: germanSettings,
  profile: germanProfile,
  viewer: germanViewer,
  mcp: germanMcp,
}
