/** The entry `@antiphon/ui/shell`: what stands around a chat in an app. */
export type { CheckItem } from './check-list/check-list.js'
export { CheckList, type CheckListProps } from './check-list/check-list.js'
export { ContextMeter, type ContextMeterProps } from './context-meter/context-meter.js'
export { Keys } from './modal.js'
export { Modal, type ModalProps } from './modal.js'
export { ModelPicker, type ModelPickerProps } from './model-picker/model-picker.js'
export type { ModelsQuery } from './model-picker/model-picker.js'
export { Palette, type PaletteProps } from './palette/palette.js'
export {
  SettingsSheet,
  type SettingsSection,
  type SettingsSheetProps,
} from './settings-sheet/settings-sheet.js'
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet/shortcut-sheet.js'
