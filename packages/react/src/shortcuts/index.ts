/** The entry `@antiphon/react/shortcuts`: commands by keys, rebindable, and how to print them. */
export { formatKeys, isApple } from './format-keys.js'
export {
  isSingleKey,
  keysOfPress,
  matchesKeys,
  parseKeys,
  type KeyCombination,
  type KeyPress,
} from './key-combination.js'
export { keysOf, type Command, type KeyBindings } from './shortcut-types.js'
export { useShortcuts, type ShortcutOptions } from './use-shortcuts.js'
