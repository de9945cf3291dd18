import { textHash } from '@antiphon/base'
import { cutText, type ApprovalRule } from '@antiphon/core/calls'
import type { Tool, ToolContent, ToolContext } from '@antiphon/core'
import { KeptResults, withApps, type McpAppOfTool } from './tool-apps.js'
import { callTool } from './client-generation.js'
import { answerElicitation, callAsking, type Asker } from './elicitation.js'
import { followList } from './follow-list.js'
import { withoutHidden, withoutHiddenWords } from './hidden-text.js'
import { listTools } from './list-tools.js'
import { readMcpResult } from './mcp-content.js'
import { clientLimit, createSilenceClock } from './silence.js'
import type { McpClient, McpProgress, McpRequestOptions, McpResult, McpTool } from './types.js'

const MAX_LENGTH = 64
const MARK_LENGTH = 6
/** For two equal marks, which happen only on purpose. */
const LONG_MARK_LENGTH = 24
const MARKED = new RegExp(`_(?:[0-9a-f]{${MARK_LENGTH}}|[0-9a-f]{${LONG_MARK_LENGTH}})$`)

/**
 * Names that providers accept (1 to 64 letters, digits, `_` and `-`) for the tools of a server, in the order of `names`. A
 * name that had to be changed, or is `taken`, ends in a mark made from the original name. The mark is the same each time,
 * so that approvals and threads find their tool again. A name that looks marked gets a mark too, so no tool can take the
 * changed name of another.
 */
function toolNames(names: readonly string[], prefix: string, taken: ReadonlySet<string>): string[] {
  const wholes = names.map((name) => prefix + name)
  const first = wholes.map((whole) => (isUsable(whole) && !taken.has(whole) ? whole : marked(whole, 0)))
  const uses = new Map<string, number>()
  for (const name of first) uses.set(name, (uses.get(name) ?? 0) + 1)
  return first.map((name, at) => {
    let found = name
    for (let round = 1; taken.has(found) || (round === 1 && uses.get(found)! > 1); round++)
      found = marked(wholes[at]!, round)
    return found
  })
}

function isUsable(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name) && name.length <= MAX_LENGTH && !MARKED.test(name)
}

function marked(whole: string, round: number): string {
  const parts = [0, 1, 2].map((part) =>
    textHash(JSON.stringify([whole, round, part]))
      .toString(16)
      .padStart(8, '0'),
  )
  const mark = parts.join('').slice(0, round === 0 ? MARK_LENGTH : LONG_MARK_LENGTH)
  return `${whole.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_LENGTH - mark.length - 1)}_${mark}`
}

/** A tool of a server. It is offered under `name`, and called by the name that the server knows. */
export interface ToolFromMcp extends Tool {
  execute: (args: never, context: ToolContext) => Promise<ToolContent>
  /** As the server listed it. */
  mcp: McpTool
  /** The page of the server that shows its calls, where it has one (MCP Apps). */
  app?: McpAppOfTool
}

/** Which tools of a server are offered, under which names, and which of them need an approval. */
export interface McpToolsOptions {
  /** Put before each name, such as `files_`: tells the tools of several servers apart. Default: none. */
  prefix?: string
  /** Names of other tools that the chat offers. A tool of that name gets another one. */
  taken?: Iterable<string>
  /** Leaves out those for which it returns false. */
  filter?: (tool: McpTool) => boolean
  /** The most tools that are taken, after `filter`; more are an error that says how many there were. Default 512. */
  maxTools?: number
  /** Whether a person is asked before a call runs: one rule, or one for each tool. Default: see `trustHints`. */
  approval?:
    | ApprovalRule<Record<string, unknown>>
    | { for(tool: McpTool): ApprovalRule<Record<string, unknown>> }
  /**
   * Default false: a person is asked about every call, because hints are only the server's claims. A hint can then only
   * make a tool more dangerous (`destructiveHint: true`). With true, a tool that says it only reads runs without asking. As
   * in the protocol, a tool counts as destructive unless it says otherwise.
   */
  trustHints?: boolean
  /** Milliseconds that the client waits for a page of the list and for a result; progress restarts that time. 0 or `Infinity` for no limit. Default: the client's own. */
  timeout?: number
  /**
   * Lets the server ask the person while a call runs (elicitation: forms and pages), at that call. Default: it cannot. The
   * client must be made with `capabilities: { elicitation: { form: {}, url: {} } }`. `from` is the name of the asker, as shown
   * to the person. Default: the name that the server gives itself. The time in which a person is asked does not count to
   * `timeout`.
   */
  elicitation?: boolean | { from: string }
  /** Ends the listing. */
  signal?: AbortSignal
  /** Called with the whole new list when the server says that its tools have changed: `chat.configure({ tools })`. */
  onToolsChanged?: (tools: ToolFromMcp[]) => void
  /** The list has changed and could not be read again; the tools from before stay. */
  onError?: (error: unknown) => void
}

/** Longest description in characters; the model reads it with each request. */
const MAX_DESCRIPTION_LENGTH = 10_000

/**
 * Reads the tools of an MCP server as `tools` of a chat. Give a connected client; it stays yours to close.
 *
 * @throws what the client throws when the list cannot be read; Error when the list does not end, or when it or a schema
 * in it is larger than anything that could be offered to a model.
 */
export async function toolsFromMcp(client: McpClient, options: McpToolsOptions = {}): Promise<ToolFromMcp[]> {
  if (options.elicitation) answerElicitation(client)
  const { onToolsChanged: onChanged, onError, signal } = options
  return followList(client, 'tools', () => read(client, options), { onChanged, onError, signal })
}

async function read(client: McpClient, options: McpToolsOptions): Promise<ToolFromMcp[]> {
  const { prefix = '', taken } = options
  const listed = await listTools(client, options)
  const names = toolNames(
    listed.map(({ name }) => name),
    prefix,
    new Set(taken),
  )
  const results = new KeptResults()
  const tools = listed.map((tool, at) => toTool(client, tool, names[at]!, options, results))
  return withApps(tools, client, results)
}

function toTool(
  client: McpClient,
  mcp: McpTool,
  name: string,
  options: McpToolsOptions,
  results: KeptResults,
): ToolFromMcp {
  return {
    name,
    description: cutText(
      withoutHidden(mcp.description ?? mcp.title ?? mcp.annotations?.title ?? mcp.name),
      MAX_DESCRIPTION_LENGTH,
    ),
    parameters: withoutHiddenWords(mcp.inputSchema),
    mcp,
    ...safety(mcp, options),
    execute: (args: Record<string, unknown>, context) =>
      run(client, mcp.name, args, context, options, (result) => results.keep(context.callKey, result)),
  }
}

async function run(
  client: McpClient,
  name: string,
  args: Record<string, unknown>,
  { signal, report, ask }: ToolContext,
  { timeout, elicitation }: McpToolsOptions,
  keep: (result: McpResult) => McpResult,
): Promise<ToolContent> {
  const call = { name, arguments: args }
  const onprogress = (progress: McpProgress): void => showProgress(progress, report)
  if (!elicitation) {
    const limits = { resetTimeoutOnProgress: true, ...clientLimit(timeout) }
    return readMcpResult(keep(await callTool(client, call, { signal, onprogress, ...limits })))
  }
  const clock = createSilenceClock(timeout)
  const both = AbortSignal.any([signal, clock.signal])
  const options: McpRequestOptions = {
    signal: both,
    // The client must not give up while a person thinks.
    ...clientLimit(Infinity),
    onprogress(progress) {
      clock.restart()
      onprogress(progress)
    },
  }
  const asker: Asker = {
    signal: both,
    ask: (question, taken) => clock.during(() => ask(question, taken)),
  }
  try {
    const from = typeof elicitation === 'boolean' ? serverName(client) : elicitation.from
    return await readMcpResult(keep(await callAsking(client, call, options, asker, from)))
  } catch (error) {
    // The client words an abort as its own failure.
    throw clock.signal.aborted ? clock.signal.reason : error
  } finally {
    clock.end()
  }
}

/** The name that the server gives itself. */
function serverName(client: McpClient): string | undefined {
  const { title, name } = client.getServerVersion?.() ?? {}
  return title || name
}

function safety(
  tool: McpTool,
  { approval, trustHints = false }: McpToolsOptions,
): Pick<Tool, 'approval' | 'destructive'> {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {}
  const readsOnly = trustHints && readOnlyHint === true
  const own = typeof approval === 'object' ? approval.for(tool) : approval
  return {
    approval: own ?? (readsOnly ? 'never' : 'always'),
    destructive: trustHints ? !readsOnly && destructiveHint !== false : destructiveHint === true,
  }
}

function showProgress({ progress, total, message }: McpProgress, report: (progress: unknown) => void): void {
  if (message !== undefined) report({ type: 'output', text: `${message}\n` })
  if (total !== undefined && total > 0) report(Math.min(1, Math.max(0, progress / total)))
  else if (message === undefined) report(String(progress))
}
