/**
 * The entry `@antiphon/ui/parts`: pieces that packages around the kit are made of. For parts of your own that look and behave
 * like those of the kit; an app needs `@antiphon/ui`. Functions that draw nothing are in `@antiphon/ui/functions`.
 */
// Words
export * from './strings/entry-strings.js'
export { useEntryWords } from './strings/use-entry-words.js'

// Roots, classes, refs, the clock
export { Rooted, standsAlone } from './lib/own-root.js'
export { cx, takesRef, useMergedRefs } from './lib/react.js'
export { useLayout } from './lib/use-layout.js'
export { useStaticPage } from './lib/static-page.js'
export { createLazyModule, useLazyModule } from './lib/lazy-module.js'
export { FixedTime, useNow } from './lib/use-now.js'

// Parts
export { Announcer, useAnnounce } from './components/announcer/announcer.js'
export { Menu, type MenuItem } from './components/menu/menu.js'
export { Keys } from './components/menu/keys.js'
export { useTopLayer } from './components/menu/use-top-layer.js'
export { Modal, type ModalProps } from './components/modal/modal.js'
export { JsonTree } from './components/json-tree/json-tree.js'
export { LongText } from './components/tool-result/long-results.js'
export { PlainBody } from './components/tool-call/tool-call-body.js'
export { useToolTitles } from './components/tool-call/tool-title.js'
export { useSettled } from './components/tool-approval/use-settled.js'
export { Tiles } from './components/attachment/sent-part.js'
export { useFileDrop } from './components/composer/composer-attachments.js'

// The message around a part
export { useLang } from './components/slots/slots.js'
export { useAgentDepth } from './components/tool-call/agent-messages.js'
