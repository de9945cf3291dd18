import { defineTool, type JsonSchema } from '@antiphon/core'

/** `document`: Markdown. `code`: one file. `page`: HTML with its styles and scripts inside. */
export type ArtifactKind = 'document' | 'code' | 'page'

export const artifactKinds: readonly ArtifactKind[] = ['document', 'code', 'page']

/** The arguments of a call. The content is last, so that everything about it is known while it arrives. */
export interface ArtifactDraft {
  id: string
  kind: ArtifactKind
  title: string
  language?: string
  content: string
}

const parameters: JsonSchema<ArtifactDraft> = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      description: 'Short name in lower case, such as "packing-list". The same id writes a new version.',
    },
    kind: {
      type: 'string',
      enum: [...artifactKinds],
      description:
        'document: Markdown. code: one file of source. page: one whole HTML file with its styles and scripts inside; it has no network.',
    },
    title: { type: 'string', description: 'A few words for people.' },
    language: { type: 'string', description: 'Language of code, such as "python". Only for code.' },
    content: { type: 'string', description: 'The whole text, in each version.' },
  },
  required: ['id', 'kind', 'title', 'content'],
  additionalProperties: false,
}

/**
 * The tool with which a model writes an artifact. Nothing is stored by it: the call itself is the version, and `readArtifacts`
 * finds it in the messages. On a chat server, offer the same tool there.
 */
export const writeArtifact = /* @__PURE__ */ defineTool({
  name: 'write_artifact',
  description:
    'Writes a document, a file of code or a page that the person reads beside the conversation. Use it for what they will keep or change, not for short answers. To change one, write it whole again under the same id.',
  parameters,
  execute: ({ title }) => `"${title}" is shown beside the conversation. Do not repeat its content.`,
})
