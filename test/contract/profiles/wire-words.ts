/**
 * Words to write an expected request with: what never differs between endpoints has a name here, what does is written
 * out in each expectation. `new-1`, `new-2`, … stand for ids that the kit has made, in order.
 */
export const LONG_ID = `call_${'x'.repeat(45)}`

export const REMOTE_IMAGE = {
  type: 'image_url' as const,
  image_url: { url: 'https://pictures.example/robin.jpg' },
}
export const DATA_IMAGE = {
  type: 'image_url' as const,
  image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
}

const file = {
  type: 'file',
  file: { filename: 'notes.pdf', file_data: 'data:application/pdf;base64,JVBERg==' },
}

export type WireMessage = Record<string, unknown>

export const system = (content: string): WireMessage => ({ role: 'system', content })
export const user = (content: unknown): WireMessage => ({ role: 'user', content })
export const assistant = (content: unknown, fields: WireMessage = {}): WireMessage => ({
  role: 'assistant',
  content,
  ...fields,
})
export const result = (tool_call_id: string, content: string, name?: string): WireMessage => ({
  role: 'tool',
  tool_call_id,
  ...(name === undefined ? {} : { name }),
  content,
})
export const call = (id: string, name: string, args: string, extra: WireMessage = {}): WireMessage => ({
  id,
  type: 'function',
  function: { name, arguments: args },
  ...extra,
})

/** The leading system and developer message as one. */
export const INSTRUCTIONS = 'You are a field guide.\n\nAnswer in short sentences.'

/** The first question where files are taken, and where they become words. */
export const QUESTION = [{ type: 'text', text: 'Which bird is this?' }, REMOTE_IMAGE, file]
export const QUESTION_WITHOUT_FILE = [
  { type: 'text', text: 'Which bird is this?' },
  REMOTE_IMAGE,
  { type: 'text', text: '[file: notes.pdf]' },
]
/** A PDF in the shape that Mistral has for it. */
export const QUESTION_WITH_DOCUMENT = [
  { type: 'text', text: 'Which bird is this?' },
  REMOTE_IMAGE,
  { type: 'document_url', document_url: 'data:application/pdf;base64,JVBERg==' },
]
export const QUESTION_IN_WORDS =
  'Which bird is this?[image: https://pictures.example/robin.jpg][file: notes.pdf]'

/** Arguments leave as an object in every case: none is `{}`, broken ones are wrapped. */
export const BROKEN = '{"unparsed":"{\\"name\\":"}'
export const SIGNATURE = (thought_signature: string): WireMessage => ({
  extra_content: { google: { thought_signature } },
})

/** The images of a result, after all results of its turn. */
export const resultImages = (id: string): WireMessage =>
  user([{ type: 'text', text: `Images in the result of listen (${id}):` }, DATA_IMAGE])

export const LATE = 'The reader is a child.'
export const LATE_AS_USER = '[System message]\nThe reader is a child.'

/** Mistral's shape of a thought in the content. */
export const thoughtPart = (text: string): WireMessage => ({
  type: 'thinking',
  thinking: [{ type: 'text', text }],
})
