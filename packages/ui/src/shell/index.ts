/** The entry `@antiphon/ui/shell`: what stands around a chat in an app. */
export type { CheckItem } from './check-list/check-list.js'
export { CheckList, type CheckListProps } from './check-list/check-list.js'
export { ContextMeter, type ContextMeterProps } from './context-meter/context-meter.js'
export { Keys } from '../menu/keys.js'
export { Menu, type MenuItem, type MenuProps } from '../menu/menu.js'
export { Modal, type ModalProps } from './modal.js'
export { ModelMenu, type ModelMenuProps } from './model-menu/model-menu.js'
export { ModelPicker, type ModelPickerProps } from './model-picker/model-picker.js'
export type { ModelsQuery } from './model-picker/model-picker.js'
export { Palette, type PaletteCommand, type PaletteProps, type PaletteSection } from './palette/palette.js'
export {
  SettingsSheet,
  type SettingsSection,
  type SettingsSheetProps,
} from './settings-sheet/settings-sheet.js'
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet/shortcut-sheet.js'
export { Tooltips } from './tooltips/tooltips.js'
