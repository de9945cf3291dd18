/**
 * Keys in `metadata` of an answer, by wire: its items as they came. They go back unchanged, because some providers refuse an answer
 * with a missing or changed item.
 */
export const KEPT_ITEMS = {
  responses: 'wire.output_items',
  messages: 'wire.content_blocks',
  gemini: 'wire.model_parts',
} as const
