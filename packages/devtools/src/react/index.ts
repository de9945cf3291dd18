/**
 * The entry `@antiphon/devtools/react`: what goes over the wire of a chat. For development; load it when it is opened.
 */
export { WireInspector, type WireInspectorProps } from './wire-inspector.js'
export type { TranscriptPlace } from './highlight-source.js'
