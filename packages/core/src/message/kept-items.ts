/**
 * Key in `metadata` of an answer: the items of the Responses wire as they came. They go back unchanged, because some
 * providers refuse an answer with a missing or changed item.
 */
export const OUTPUT_ITEMS = 'wire.output_items'
/** The same of Anthropic's Messages. */
export const CONTENT_BLOCKS = 'wire.content_blocks'
/** The same of Gemini. */
export const CONTENT_PARTS = 'wire.model_parts'

export const KEPT_ITEMS: readonly string[] = [OUTPUT_ITEMS, CONTENT_BLOCKS, CONTENT_PARTS]
