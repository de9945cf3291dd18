/** The entry `@antiphon/react/shortcuts`: commands by keys, rebindable, and how to print them. */
export { formatKeys, isApple } from './keys.js'
export {
  isSingleKey,
  keysOfPress,
  matchesKeys,
  parseKeys,
  type KeyCombination,
  type KeyPress,
} from './keys.js'
export { keysOf, type Command, type KeyBindings } from './keys.js'
export { useShortcuts, type ShortcutOptions } from './use-shortcuts.js'
