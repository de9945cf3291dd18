/**
 * Under `metadata` of an answer: what its wire made it of, as it came, to be sent back so. Some providers refuse an answer that
 * lacks one item, or has a changed one.
 */
export const OUTPUT_ITEMS = 'wire.output_items'
/** The same of Anthropic's Messages. */
export const CONTENT_BLOCKS = 'wire.content_blocks'
/** The same of Gemini. */
export const CONTENT_PARTS = 'wire.model_parts'

export const KEPT_ITEMS: readonly string[] = [OUTPUT_ITEMS, CONTENT_BLOCKS, CONTENT_PARTS]
