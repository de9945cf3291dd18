import type { SectionRows } from './wire-coverage.js'

const at = (...files: string[]) => files.map((file) => `fixture ${file}`)

/** The test vectors of wire-facts 7, by their numbers there. Streams are told whole in test/replay/vector-facts.ts. */
export const vectorRows: SectionRows = {
  '7': {
    '1. Azure first chunk, filter-only choice, obfuscation': at('01-azure-filters-obfuscation.sse'),
    '2. SGLang all-null deltas': at('02-sglang-all-null.sse'),
    '3. DashScope id "" fragments, no finish key': at('03-dashscope-empty-ids-no-finish-key.sse'),
    '4. Gemini parallel calls without index, late extra_content': at('04-gemini-parallel-late-extra.sse'),
    '5. Parallel calls all index 0': at('05-parallel-all-index-0.sse'),
    '6. Same id twice in one turn': at('06-same-id-twice.sse'),
    '7. Cumulative arguments': at('07-cumulative-arguments.sse'),
    '8. Arguments as object, null, in two entries of one index': at(
      '08-arguments-object-null-same-index.sse',
    ),
    '9. Name growing, repeated, "" later': at('09-names-that-grow-repeat-and-vanish.sse'),
    '10. OpenRouter details, comments, error chunk': at('10-openrouter-details-comments-error.sse'),
    '11. LiteLLM thinking_blocks': at('11-litellm-thinking-blocks.sse'),
    '12. Magistral content arrays': at('12-magistral-content-arrays.sse'),
    '13. Think tags split, opener missing': at(
      '13a-think-tags-split.sse',
      '13b-think-tags-missing-opener.sse',
    ),
    '14. Same thought in two fields': at('14-same-thought-in-two-fields.sse'),
    '15. finish_reason on every chunk': at('15-finish-reason-on-every-chunk.sse'),
    '16. No [DONE], no finish': at('16-no-done-no-finish.sse'),
    '17. Framing': at(
      '17a-framing-bom-crlf-multiline.sse',
      '17b-framing-lone-cr.sse',
      '17c-bare-error-line.sse',
      '17d-event-error.sse',
    ),
    '18. Error bodies': at(
      '18a-error-json-200.json',
      '18b-error-page-502.html',
      '18c-error-gemini-array.json',
      '18d-error-cerebras-no-wrapper.json',
      '18e-error-mistral-detail.json',
      '18f-error-nim-repr.json',
    ),
    '19. Usage in four places': at(
      '19a-usage-on-every-chunk.sse',
      '19b-usage-in-x-groq.sse',
      '19c-usage-on-the-choice.sse',
      '19d-usage-without-thinking.sse',
    ),
    '20. Ids reused across turns': [
      'tool-turns > wire-facts 2.5: ids reused every turn are unique in the request, also beside one that looks like our own',
    ],
    '21. DeepSeek V4 history with empty reasoning': [
      'replay-reasoning > wire-facts 5: DeepSeek V3.2/V4 hosted, thinking, conversation with tools or no tools ever: every turn, the key even when empty',
    ],
    '22. Legacy function_call': at('22-legacy-function-call.sse'),
    '23. Emoji split between reads': at('23-emoji-between-reads.sse'),
    '24. Models: array, data, models': [
      'parse-models > wire-facts 3.4: is read from a bare array (Together, GitHub)',
      'parse-models > wire-facts 3.4: is read from { data } without object (OpenRouter)',
      'parse-models > wire-facts 3.4: is read from { models }',
    ],
  },
}
