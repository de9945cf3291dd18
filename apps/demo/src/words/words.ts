import { englishCode } from './english-code.js'
import { englishConversation } from './english-conversation.js'
import { englishHome } from './english-home.js'
import { englishMcp } from './english-mcp.js'
import { englishProfile } from './english-profile.js'
import { englishSettings } from './english-settings.js'
import { englishShell } from './english-shell.js'
import { englishTheme } from './english-theme.js'
import { englishViewer } from './english-viewer.js'

/** Every word of this app. It speaks English alone; the kit's own words come in more languages (docs/words.md). */
export const words = {
  home: englishHome,
  shell: englishShell,
  conversation: englishConversation,
  settings: englishSettings,
  profile: englishProfile,
  code: englishCode,
  theme: englishTheme,
  viewer: englishViewer,
  mcp: englishMcp,
}

/** BCP 47 tag of figures and dates of the kit and the app. */
export const locale = 'en'

/** British, because it puts the day before the month. */
export const dateLocale = 'en-GB'

/** A figure with the separators of English. */
export const figure = (value: number): string => value.toLocaleString(locale)
