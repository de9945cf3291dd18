import type { CSSProperties } from 'react'

/** Styles of the panels, which are in the gallery's frame and cannot use the kit's own sheet. */
export const page: CSSProperties = { padding: 16, fontSize: 13, lineHeight: 1.5, maxWidth: 960 }
export const head: CSSProperties = { margin: '16px 0 4px', fontSize: 14 }
export const quiet: CSSProperties = { margin: '4px 0' }
/** The colour of the text of either theme; the line below says that it is a link. */
export const link: CSSProperties = { color: 'inherit', textUnderlineOffset: 3 }
export const code: CSSProperties = { fontFamily: 'ui-monospace, Menlo, Consolas, monospace', fontSize: 12 }
export const cell: CSSProperties = {
  padding: '4px 12px 4px 0',
  borderBottom: '1px solid rgba(128, 128, 128, 0.3)',
  textAlign: 'start',
  verticalAlign: 'top',
}
export const wire: CSSProperties = {
  ...code,
  margin: '12px 0 0',
  padding: 8,
  maxHeight: 160,
  overflow: 'auto',
  border: '1px solid rgba(128, 128, 128, 0.3)',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}
