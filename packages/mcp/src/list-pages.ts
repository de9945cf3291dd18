import { cutText } from '@antiphon/core/calls'
import { clientLimit } from './silence.js'
import type { McpRequestOptions } from './types.js'

/** A server that always has one more page. */
const MAX_PAGES = 1_000
/** Entries of a list from which a person chooses. */
const MAX_ENTRIES = 2_000

/** How long reading a list may take, and how it is stopped. */
export interface PageOptions {
  signal?: AbortSignal
  /** Milliseconds that the client waits for a page. Default: the client's own. */
  timeout?: number
}

/**
 * All pages of a list that a person chooses from, each name once.
 *
 * @throws what `read` throws; Error in words when the list does not end, or has more than 2,000 entries.
 */
export async function listPages<Kind extends 'prompts' | 'resources', Entry>(
  kind: Kind,
  read: (
    params: { cursor: string } | undefined,
    options: McpRequestOptions,
  ) => Promise<{ [K in Kind]: readonly Entry[] } & { nextCursor?: string }>,
  { signal, timeout }: PageOptions,
): Promise<Entry[]> {
  const entries: Entry[] = []
  const cursors = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await read(cursor === undefined ? undefined : { cursor }, {
      ...(signal && { signal }),
      ...clientLimit(timeout),
    })
    const found: unknown = page[kind]
    // Not spread: a page may have more entries than a call takes arguments.
    if (Array.isArray(found)) for (const one of found as Entry[]) entries.push(one)
    if (entries.length > MAX_ENTRIES)
      throw new Error(
        `This MCP server lists ${entries.length} ${kind} or more; ${MAX_ENTRIES} is the most that is taken.`,
      )
    cursor = page.nextCursor
    if (cursor !== undefined && (cursors.has(cursor) || cursors.size >= MAX_PAGES))
      throw new Error(
        `The list of ${kind} of this MCP server does not end: after ${cursors.size + 1} pages it leads to "${cutText(cursor, 100)}" again or further.`,
      )
    if (cursor !== undefined) cursors.add(cursor)
  } while (cursor !== undefined)
  return entries
}
