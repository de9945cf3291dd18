/**
 * The entry `@antiphon/ui/functions`: what the parts of the kit are made of and draws nothing itself. Texts, keys, files. For the
 * same users as `@antiphon/ui/parts`.
 */
export { createTypeAhead } from './components/menu/type-ahead.js'
export { placeBeside } from './components/menu/place-beside.js'
export { useGivenMessages } from './components/context/messages-context.js'
export { fillBox } from './components/empty-state/empty-state.js'
export { summarizeUsage } from './components/usage-meter/usage-summary.js'
export { isComposing } from './lib/is-composing.js'
export { prettyJson, readJson } from './lib/json.js'
export { isApple } from './lib/device.js'
export { formatKeys, parseKeys, type KeyCombination } from './lib/keys.js'
export { lineDiff, type DiffLine } from './lib/line-diff.js'
export { safeFileName, saveFile } from './lib/files.js'
export { plainText } from './lib/plain-text.js'
export { revealToString } from './lib/reveal.js'
export { clip } from './lib/text.js'
