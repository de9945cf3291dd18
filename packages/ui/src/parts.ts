/**
 * The entry `@antiphon/ui/parts`: pieces that packages around the kit are made of. For parts of your own that look and behave
 * like those of the kit; an app needs `@antiphon/ui`.
 */
// Words
export * from './strings/entry-strings.js'
export { useEntryWords } from './strings/use-entry-words.js'

// Roots, classes, refs
export { Rooted, standsAlone } from './lib/own-root.js'
export { cx, takesRef, useMergedRefs } from './lib/react.js'
export { useLayout } from './lib/use-layout.js'
export { useStaticPage } from './lib/static-page.js'
export { createLazyModule, useLazyModule } from './lib/lazy-module.js'

// Parts
export { createTypeAhead, Menu, type MenuItem, type MenuProps } from './components/menu/menu.js'
export { Keys } from './components/menu/keys.js'
export { placeBeside } from './components/menu/place-beside.js'
export { useTopLayer } from './components/menu/use-top-layer.js'
export { Modal, type ModalProps } from './components/modal/modal.js'
export { JsonTree } from './components/json-tree/json-tree.js'
export { LongText } from './components/tool-result/long-results.js'
export { PlainBody } from './components/tool-call/tool-call-body.js'
export { useToolTitles, type ToolTitles } from './components/tool-call/tool-title.js'
export { useSettled } from './components/tool-approval/use-settled.js'
export { useFileDrop } from './components/composer/composer-attachments.js'

// The message around a part
export { useLang } from './components/slots/slots.js'
export { useAgentDepth } from './components/tool-call/agent-messages.js'

// Small functions
export { isComposing } from './lib/is-composing.js'
export { jsonText as prettyJson, readJson } from './lib/json.js'
export { formatKeys, isApple, parseKeys, type KeyCombination } from './lib/keys.js'
export { lineDiff, type DiffLine } from './lib/line-diff.js'
export { safeFileName, saveFile } from './lib/files.js'
export { plainText as withoutMarks } from './lib/plain-text.js'
export { clip } from './lib/text.js'
