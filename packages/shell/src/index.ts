/** The entry `@antiphon/shell`: the parts of an app around its chat. */
export type { CheckItem } from './check-list/check-list.js'
export { CheckList, type CheckListProps } from './check-list/check-list.js'
export { ContextMeter, type ContextMeterProps } from './context-meter/context-meter.js'
export { ModelMenu, type ModelMenuProps } from './model-menu/model-menu.js'
export type { ModelsQuery } from './model-menu/models-status.js'
export { Palette, type PaletteCommand, type PaletteProps, type PaletteSection } from './palette/palette.js'
export {
  SettingsSheet,
  type SettingsPage,
  type SettingsPages,
  type SettingsSection,
  type SettingsSheetProps,
} from './settings-sheet/settings-sheet.js'
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet/shortcut-sheet.js'

// Commands by keys
export {
  isSingleKey,
  keysOf,
  keysOfPress,
  matchesKeys,
  type Command,
  type KeyBindings,
  type KeyPress,
} from './shortcuts/keys.js'
export { useShortcuts, type ShortcutOptions } from './shortcuts/use-shortcuts.js'

// In a conversation
export { AnswerFeedback, type AnswerFeedbackProps } from './conversation/answer-feedback.js'
export {
  askForNotices,
  noticePermission,
  watchAnswers,
  type AnswerNews,
  type NoticePermission,
  type WatchAnswersOptions,
} from './conversation/answer-notices.js'
export { DictateButton, type DictateButtonProps } from './conversation/dictate-button.js'
export { FollowUps, type FollowUpsProps } from './conversation/follow-ups.js'
export { FindInThread, type FindInThreadProps } from './conversation/find-in-thread.js'
export {
  MessageMenu,
  RemovedNote,
  type MessageMenuProps,
  type RemovedNoteProps,
} from './conversation/message-menu.js'
export { PriceSheet, ThreadTotals, type PriceSheetProps } from './conversation/price-sheet.js'
export {
  costOf,
  priceOf,
  threadCost,
  type ModelPrice,
  type PriceTable,
  type ThreadCost,
} from './conversation/prices.js'
export { PromptSheet, type PromptSheetProps, type SavedPrompt } from './conversation/prompt-sheet.js'
export { QuoteSelection } from './conversation/quote-selection.js'
export { SlashCommands, type SlashCommand, type SlashCommandsProps } from './conversation/slash-commands.js'
export {
  SystemPromptNotice,
  SystemPromptSheet,
  type SystemPromptSheetProps,
} from './conversation/system-prompt-sheet.js'

export { VersionsPicker, type VersionsPickerProps } from './versions/versions-picker.js'
export { readVersions, type VersionFacts } from './versions/read-versions.js'
export { TouchActions } from './touch-actions/touch-actions.js'
export { SourceCards } from './source-cards/source-cards.js'
export { Tooltips } from './tooltips/tooltips.js'
