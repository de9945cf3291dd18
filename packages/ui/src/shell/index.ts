/** The entry `@antiphon/ui/shell`: what stands around a chat in an app. */
export { ContextMeter, type ContextMeterProps } from './context-meter/context-meter.js'
export { Keys } from './keys.js'
export { Modal, type ModalProps } from './modal.js'
export { ModelPicker, type ModelPickerProps } from './model-picker/model-picker.js'
export type { ModelsQuery } from './model-picker/models-query.js'
export { Palette, type PaletteProps } from './palette/palette.js'
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet/shortcut-sheet.js'
