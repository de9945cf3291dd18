import { cutText } from '@antiphon/core/calls'
import { followList } from './follow-list.js'
import { withoutHidden } from './hidden-text.js'
import { listPages, type PageOptions } from './list-pages.js'
import { mimeOf, nameOf } from './mcp-content.js'
import type { McpClient, McpRequestOptions, McpResource } from './types.js'

/** A resource of a server, as a person chooses it. Its words have no characters that nobody sees. */
export interface ResourceFromMcp {
  uri: string
  title: string
  description: string
  /** As the server says; may be wrong or absent. */
  mimeType?: string
  /**
   * Reads its contents, each as a file with name and type that can be attached to a message.
   *
   * @throws what the client throws; Error when there is nothing to read, or more than 25 MB.
   */
  read(options?: McpRequestOptions): Promise<File[]>
}

/** Characters of text or of base64. */
const MAX_LENGTH = 35_000_000

/** How `resourcesFromMcp` reads the resources of a server, and a listener for changes. */
export interface McpResourcesOptions extends PageOptions {
  /** Called with the whole new list when the server says that its resources have changed. */
  onResourcesChanged?: (resources: ResourceFromMcp[]) => void
  /** The list has changed and could not be read again; the resources from before stay. */
  onError?: (error: unknown) => void
}

/**
 * Reads the resources of an MCP server, except the pages of apps (`ui://`), to offer them in a menu or a palette. Empty when the
 * client cannot list them.
 *
 * @throws what the client throws; Error when the list does not end.
 */
export async function resourcesFromMcp(
  client: McpClient,
  { onResourcesChanged: onChanged, onError, ...options }: McpResourcesOptions = {},
): Promise<ResourceFromMcp[]> {
  if (!client.listResources || !client.readResource) return []
  const list = client.listResources.bind(client)
  const read = async (): Promise<ResourceFromMcp[]> => {
    const listed = await listPages('resources', (cursor, more) => list(cursor, more), options)
    return listed
      .filter(({ uri }) => !uri.startsWith('ui://'))
      .map((resource) => toResource(client, resource))
  }
  return followList(client, 'resources', read, { onChanged, onError, signal: options.signal })
}

function toResource(
  client: McpClient,
  { uri, name, title, description, mimeType }: McpResource,
): ResourceFromMcp {
  const words = (text: string | undefined): string => cutText(withoutHidden(text ?? ''), 10_000)
  return {
    uri,
    title: words(title) || words(name) || words(uri),
    description: words(description),
    ...(mimeType !== undefined && { mimeType }),
    async read(options) {
      const result = (await client.readResource!({ uri }, options)) as { contents?: unknown } | undefined
      const contents: unknown[] = Array.isArray(result?.contents) ? result.contents : []
      const files = contents.flatMap((one) => toFile(one, mimeType))
      if (files.length === 0) throw new Error('This resource of the MCP server has nothing that can be read.')
      return files
    },
  }
}

function toFile(content: unknown, listedType: string | undefined): File[] {
  const fields = (content ?? {}) as Record<string, unknown>
  const { text, blob } = fields
  const data = typeof text === 'string' ? text : typeof blob === 'string' ? blob : undefined
  if (data === undefined) return []
  if (data.length > MAX_LENGTH)
    throw new Error(`This resource has ${data.length} characters, which is too large.`)
  const isText = typeof text === 'string'
  const type = mimeOf(
    { mimeType: fields['mimeType'] ?? listedType },
    isText ? 'text/plain' : 'application/octet-stream',
  )
  return [new File([isText ? data : fromBase64(data)], nameOf(fields), { type })]
}

function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
}
