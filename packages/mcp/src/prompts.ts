import type { ContentPart, PersonQuestion } from '@antiphon/core'
import { cutText } from '@antiphon/core/calls'
import { followList } from './follow-list.js'
import { withoutHidden } from './hidden-text.js'
import { listPages, type PageOptions } from './list-pages.js'
import { readMcpResult } from './mcp-content.js'
import type { McpClient, McpPrompt, McpRequestOptions } from './types.js'

/** A prompt of a server, as a person chooses it. Its words have no characters that nobody sees. */
export interface PromptFromMcp {
  /** By which the server knows it. */
  name: string
  title: string
  description: string
  /** The form for its arguments, for `ToolQuestion` or any other view; undefined when it has none. */
  question: (PersonQuestion & { type: 'form' }) | undefined
  /**
   * Its messages, filled in: text, images, sound, files. An empty value of an argument that need not be given is left out.
   *
   * @throws what the client throws; Error when nothing of the answer can be read.
   */
  get(values?: Readonly<Record<string, unknown>>, options?: McpRequestOptions): Promise<MessageFromMcp[]>
}

/** A message that a prompt puts into a conversation. */
export type MessageFromMcp =
  | { role: 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string; images?: ContentPart[] }

/** Characters of a title or a description that are kept. */
const MAX_WORDS = 10_000
const MAX_MESSAGES = 1_000

/** How `promptsFromMcp` reads the prompts of a server, and a listener for changes. */
export interface McpPromptsOptions extends PageOptions {
  /** The name of the asker, as the form for the arguments shows it. Default: nobody is named. */
  from?: string
  /** Called with the whole new list when the server says that its prompts have changed. */
  onPromptsChanged?: (prompts: PromptFromMcp[]) => void
  /** The list has changed and could not be read again; the prompts from before stay. */
  onError?: (error: unknown) => void
}

/**
 * Reads the prompts of an MCP server, to offer them in a menu or a palette. Empty when the client cannot list them.
 *
 * @throws what the client throws; Error when the list does not end.
 */
export async function promptsFromMcp(
  client: McpClient,
  { from, onPromptsChanged: onChanged, onError, ...options }: McpPromptsOptions = {},
): Promise<PromptFromMcp[]> {
  if (!client.listPrompts || !client.getPrompt) return []
  const list = client.listPrompts.bind(client)
  const read = async (): Promise<PromptFromMcp[]> => {
    const listed = await listPages('prompts', (cursor, more) => list(cursor, more), options)
    return listed.map((prompt) => toPrompt(client, prompt, from))
  }
  return followList(client, 'prompts', read, { onChanged, onError, signal: options.signal })
}

function toPrompt(client: McpClient, prompt: McpPrompt, from: string | undefined): PromptFromMcp {
  const description = words(prompt.description)
  const fields = (prompt.arguments ?? []).map(({ name, title, description: said, required }) => ({
    name,
    required: required === true,
    schema: { type: 'string', title: words(title) || words(name), ...(said && { description: words(said) }) },
  }))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  }
  return {
    name: prompt.name,
    title: words(prompt.title) || words(prompt.name),
    description,
    question:
      fields.length === 0 ? undefined : { type: 'form', message: description, ...(from && { from }), schema },
    async get(values = {}, options) {
      const given = fields.flatMap(({ name, required }) => {
        const value = values[name]
        const isThere = typeof value === 'string' && (required || value !== '')
        return isThere ? [[name, value] as const] : []
      })
      const result = await client.getPrompt!(
        { name: prompt.name, ...(given.length > 0 && { arguments: Object.fromEntries(given) }) },
        options,
      )
      return readMessages(result)
    },
  }
}

const words = (text: unknown): string =>
  typeof text === 'string' ? cutText(withoutHidden(text), MAX_WORDS) : ''

async function readMessages(result: unknown): Promise<MessageFromMcp[]> {
  const all: unknown = (result as { messages?: unknown } | undefined)?.messages
  const messages: unknown[] = Array.isArray(all) ? all.slice(0, MAX_MESSAGES) : []
  const read = messages.map(async (message): Promise<MessageFromMcp | undefined> => {
    const { role, content } = (message ?? {}) as { role?: unknown; content?: unknown }
    if (role !== 'user' && role !== 'assistant') return undefined
    const blocks = Array.isArray(content) ? content : [content]
    const { content: read } = await readMcpResult({ content: blocks })
    return role === 'user' ? { role, content: read } : answerOf(read)
  })
  const found = (await Promise.all(read)).filter((message) => message !== undefined)
  if (found.length === 0) throw new Error('This prompt of the MCP server has no message that can be read.')
  return found
}

/** An answer can only hold a text and images; other parts become notes in the text. */
function answerOf(content: string | ContentPart[]): MessageFromMcp {
  if (typeof content === 'string') return { role: 'assistant', content }
  const images = content.filter(({ type }) => type === 'image_url')
  const texts = content.flatMap((part) => {
    if (part.type === 'image_url') return []
    return [
      part.type === 'text' ? String(part['text' as never]) : `[Left out: a part of the type ${part.type}.]`,
    ]
  })
  return { role: 'assistant', content: texts.join('\n'), ...(images.length > 0 && { images }) }
}
