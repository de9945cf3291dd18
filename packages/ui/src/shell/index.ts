/** The entry `@antiphon/ui/shell`: what stands around a chat in an app. */
export { Keys } from './keys.js'
export { Modal, type ModalProps } from './modal.js'
export { Palette, type PaletteProps } from './palette/palette.js'
export { ShortcutSheet, type ShortcutSheetProps } from './shortcut-sheet/shortcut-sheet.js'
