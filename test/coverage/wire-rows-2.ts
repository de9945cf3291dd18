import type { SectionRows } from './wire-coverage.js'

const tags = 'think-tags >'
const chunk = 'accumulate-chunk >'
const rows = 'payload-rows >'

/** Streams: framing, envelope, reasoning (wire-facts 2.1 to 2.4). */
export const streamRows: SectionRows = {
  '2.1': {
    'CRLF, lone CR': [
      'sse-corpus > $name: whole, byte by byte and cut in two at every offset',
      'create-sse-parser > an event that ends in a lone CR is there at once, not after the next byte',
      'fixture 17a-framing-bom-crlf-multiline.sse',
      'fixture 17b-framing-lone-cr.sse',
    ],
    comments: [
      'create-sse-parser > comments are reported, for idle timers, and make no event',
      'connection/deadlines > faults: comments-only: comments are life, and no message; the answer after them arrives',
      'fixture 10-openrouter-details-comments-error.sse',
    ],
    'blank keep-alive lines': [
      'pipeline > a whole completion, pretty-printed, after blank keep-alive lines',
      'fixture whole-completion.json',
    ],
    'data: without space': ['fixture 17a-framing-bom-crlf-multiline.sse', 'fixture bom-crlf.sse'],
    'event: lines': [
      'pipeline > named events count when they hold a chunk, other names are noted',
      'fixture 17d-event-error.sse',
    ],
    'bare error: line': [
      'create-sse-parser > a bare error line is an error event',
      'fixture 17c-bare-error-line.sse',
    ],
    'multi-line data': ['fixture 17a-framing-bom-crlf-multiline.sse', 'fixture bom-crlf.sse'],
    'several JSON objects on consecutive lines': [
      'read-frame > any JSON values in lines and any pieces come out as they went in',
      'fixture bom-crlf.sse',
    ],
    BOM: [
      'read-pieces > a byte order mark is dropped once, at the start',
      'fixture 17a-framing-bom-crlf-multiline.sse',
    ],
    'UTF-8 split': ['faults > faults: utf8-split', 'fixture 23-emoji-between-reads.sse'],
    'no [DONE]': [
      'finish-and-usage > finish reason, then the end',
      'connection/deadlines > wire-facts 2.1: silence after a finish reason is the end of the answer, not an error (MiniMax)',
      'fixture 04-gemini-parallel-late-extra.sse',
    ],
    '[DONE] variants': [
      'read-frame > [DONE] bye',
      'create-sse-parser > [DONE] and JSON without data: are not lost; other unknown lines are ignored',
      'pipeline > what follows [DONE] is ignored',
    ],
    'stream ends without finish_reason': [
      'cuts > %s is not finished without its finish reasons, unless the server never says one',
      'create-chat > never runs a call of an answer that ended with length',
      'fixture 16-no-done-no-finish.sse',
    ],
    'body is not SSE': [
      'pipeline > chunks, one per line',
      'pipeline > a login page is an error in words',
      'describe-body > a brace and then no JSON is told in words, with what the body said',
    ],
    'padding field': [
      `${chunk} unknown keys are kept, padding is not, nesting without end is left out`,
      'fixture 01-azure-filters-obfuscation.sse',
    ],
  },
  '2.2': {
    'first chunk without choices, empty id and model': [
      'create-accumulator > model and id are the first that are not empty; other keys the last of each, in order of their names',
      'fixture 01-azure-filters-obfuscation.sse',
    ],
    'choice without delta': [
      `${chunk} no delta, only filter results (Azure)`,
      'fixture 01-azure-filters-obfuscation.sse',
    ],
    'delta null, choices null, none': [
      `${chunk} delta null`,
      `${chunk} choices null is reported, never thrown`,
      `${chunk} choices missing is reported, never thrown`,
    ],
    'every delta key null': [`${chunk} every delta key null is no value`, 'fixture 02-sglang-all-null.sse'],
    'role on each chunk or never': [`${rows} a role in each chunk changes nothing`],
    'content array': ['fixture 12-magistral-content-arrays.sse', 'fixture content-parts.sse'],
    'message instead of delta': [
      `${chunk} message beside delta: delta counts`,
      'create-accumulator > is all there is so far',
      'fixture message-only.jsonl',
      'fixture message-beside-delta.sse',
    ],
    'finish_reason key missing': [
      `${rows} a finish_reason key that is missing is as good as null, and one that came is kept`,
      'fixture 03-dashscope-empty-ids-no-finish-key.sse',
    ],
    'finish_reason on every chunk': [
      'connection/deadlines > a finish reason in every chunk is no sign of the end',
      'fixture 15-finish-reason-on-every-chunk.sse',
    ],
    'content after finish_reason': [`${rows} text, thoughts and details after the finish reason still count`],
    'empty or changing ids': [
      'create-accumulator > model and id are the first that are not empty; other keys the last of each, in order of their names',
    ],
    'object is another one': [`${rows} an object called %j is read`],
    'several choices in one chunk': [
      `${chunk} several choices in one chunk keep their index; without one they go by position`,
      'fixture two-choices.sse',
    ],
    'logprobs, refusal, audio, annotations': [
      'create-accumulator > audio, logprobs, images and citations grow (wire-facts 2.2, 2.8)',
      `${rows} audio grows by its data and its transcript; id and expiry stay`,
      'fixture refusal.sse',
    ],
    'vendor keys (sglext, timings, x_groq, …)': [
      `${rows} what only one vendor sends is kept under its name, the last of each`,
    ],
  },
  '2.3': {
    'delta.reasoning_content': [
      'accumulate/reasoning > reasoning_content is shown and its name kept',
      'fixture reasoning-then-text.sse',
    ],
    'delta.reasoning': ['accumulate/reasoning > reasoning is shown and its name kept'],
    'delta.reasoning_text': ['accumulate/reasoning > reasoning_text is shown and its name kept'],
    'delta.thinking': ['accumulate/reasoning > thinking is shown and its name kept'],
    'both reasoning and reasoning_content in one chunk': [
      'accumulate/reasoning > two aliases with the same text in one chunk count once',
      'accumulate/reasoning > the first alias that is not empty counts, whatever the others say',
      'accumulate/reasoning > the same words in another chunk are another thought: one field per chunk speaks, nothing is compared',
      'fixture 14-same-thought-in-two-fields.sse',
    ],
    'delta.reasoning_details': [
      'accumulate/reasoning > pieces of a text become one entry',
      'fixture openrouter-details.sse',
    ],
    'flat reasoning and reasoning_details in one delta': [
      'accumulate/reasoning > flat text beside details with the same text counts once',
      'accumulate/reasoning > flat text beside details without visible text counts',
      'fixture 10-openrouter-details-comments-error.sse',
    ],
    'delta.thinking_blocks': [
      'accumulate/reasoning > pieces join until their signature; the next thought is a new block; redacted ones stay',
      'fixture 11-litellm-thinking-blocks.sse',
    ],
    'think tags inside content': [
      `${tags} <think>why</think>because, whole, letter by letter and cut in two at every offset`,
      `${tags} where the template has opened the tag itself`,
      'provider-profiles > wire-facts 2.3: thoughts in the text are looked for',
      'connection/addresses > a profile decides how the answer is read: without finish reasons, with tags of its own',
      'fixture 13a-think-tags-split.sse',
      'fixture 13b-think-tags-missing-opener.sse',
    ],
    'tags variants': [`${tags} %s … %s, given in a list, at every cut`],
    'reasoning interleaved after content or tool calls': [
      'accumulate/reasoning > thoughts between texts and calls keep their place',
    ],
    'empty reasoning string': [
      'accumulate/reasoning > an empty field is remembered as seen, without an empty thought',
    ],
  },
  '2.4': {
    'deltas of reasoning.text, late signature': [
      'accumulate/reasoning > a late signature fills in',
      'accumulate/reasoning > id and format fill in',
      'accumulate/reasoning > the same signature on each piece is one block',
      'fixture 10-openrouter-details-comments-error.sse',
    ],
    'summary and encrypted': [
      'accumulate/reasoning > summaries join only with an equal index',
      'accumulate/reasoning > summaries without index stay apart',
      'accumulate/reasoning > encrypted is never joined',
    ],
    'index alone corrupts': [
      'accumulate/reasoning > text and encrypted with one index stay apart',
      'accumulate/reasoning > only the entry right before is joined',
      'fixture openrouter-details.sse',
    ],
    'order exactly, unknown keys and types': [
      'accumulate/reasoning > unknown types and keys stay untouched',
      'replay-details > wire-facts 2.4: order must be preserved exactly; unknown keys and types survive',
    ],
    'resend drops unsigned text': [
      'replay-details > wire-facts 2.4: resend drops unsigned reasoning.text of the formats that check signatures: %s → %s',
      'replay-details > wire-facts 2.4: resend drops unsigned reasoning.text without a format only where it comes from OpenRouter',
    ],
    'duplicates across history': [
      'replay-details > wire-facts 2.4: duplicates across history leave once, known by summary, by id or data, by text or signature',
    ],
    'empty array': [
      'accumulate/reasoning > an empty list is a value',
      'replay-details > wire-facts 2.4: an empty array is meaningful and goes back; none is ever made up',
    ],
    'no flat reasoning without details': [
      'replay-details > wire-facts 2.4: do not send flat reasoning beside details, nor in their place',
    ],
  },
}
