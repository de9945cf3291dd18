import type { ChoiceDraft } from './choice-draft.js'

/**
 * What a `message` without a `delta` adds to the text so far (wire-facts 2.2). Some proxies put plain deltas there; once
 * a message does not begin with the text so far, all that follow are read as deltas, so that nothing gets lost.
 */
export function restOfSnapshot(draft: ChoiceDraft, field: string, before: string, text: string): string {
  if (draft.notCumulative) return text
  if (text.startsWith(before)) return text.slice(before.length)
  if (before.startsWith(text)) return ''
  draft.notCumulative = true
  draft.context.report(
    'message_not_cumulative',
    `choices[${draft.index}].message.${field}`,
    text,
    'read as a delta',
  )
  return text
}
