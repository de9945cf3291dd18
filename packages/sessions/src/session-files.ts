/** The files that make one session, by their paths with `/`, the one with the conversation first. */
export interface SessionFileGroup {
  /** Path of the first file: the name of the session among the others. */
  path: string
  files: string[]
  /** True when its files are rewritten. Otherwise each file grows at its end. */
  isStore: boolean
}

/** Endings of files that may be a session or an export; of texts only those of Aider and of SpecStory. */
const ENDING =
  /\.(?:jsonl|json|ndjson|traj|eval)$|(?:^|\/)\.aider[^/]*\.md$|(?:^|\/)\.specstory\/history\/[^/]+\.md$/i
/** Files beside sessions that hold none. */
const BESIDE =
  /(?:^|\/)(?:sessions-index\.json|session_index\.jsonl|history\.jsonl|[^/]*\.meta\.json|settings(?:\.local)?\.json|package(?:-lock)?\.json|tsconfig[^/]*\.json|task_metadata\.json|history_item\.json)$/i
const AGENT = /^(.+)\/subagents\/(?:.+\/)?agent-[^/]+\.jsonl$/
const STORE_SESSION = /^(.*?\/?)session\/(?:.+\/)?([^/]+)\.json$/
const STORE_MESSAGE = /^(.*?\/?)message\/([^/]+)\/([^/]+)\.json$/
const STORE_PART = /^(.*?\/?)part\/([^/]+)\/[^/]+\.json$/

/** No file system has longer paths; an archive may claim them. */
const LONGEST_PATH = 4_096

/** Whether a file may be a session, by its name alone. */
export const isSessionName = (path: string): boolean =>
  path.length <= LONGEST_PATH && ENDING.test(path) && !BESIDE.test(path)

/**
 * Groups the files of a folder into sessions. A session of Claude Code gets its agents, and a store of OpenCode its
 * messages and parts. Every other possible file is a session of its own. The order of the paths stays.
 */
export function groupSessionFiles(paths: readonly string[]): SessionFileGroup[] {
  const groups = new Map<string, SessionFileGroup>()
  /** By the root of the store and the id of the session. */
  const stores = new Map<string, SessionFileGroup>()
  const sessionOfMessage = new Map<string, string>()
  const agents: [path: string, session: string][] = []
  const messages: [path: string, session: string][] = []
  const parts: [path: string, message: string][] = []
  const add = (path: string, isStore = false): SessionFileGroup => {
    const group = { path, files: [path], isStore: isStore || !/\.(?:jsonl|ndjson|md)$/i.test(path) }
    groups.set(path, group)
    return group
  }

  // An id counts below its own store.
  const idOf = ([, root, id]: RegExpExecArray): string => `${root}\0${id}`
  for (const path of paths) {
    if (!isSessionName(path)) continue
    const [agent, message, part, session] = [AGENT, STORE_MESSAGE, STORE_PART, STORE_SESSION].map((form) =>
      form.exec(path),
    )
    if (agent) agents.push([path, `${agent[1]}.jsonl`])
    else if (message) {
      messages.push([path, idOf(message)])
      sessionOfMessage.set(`${message[1]}\0${message[3]}`, idOf(message))
    } else if (part) parts.push([path, idOf(part)])
    else if (session) stores.set(idOf(session), add(path, true))
    else add(path)
  }
  // Files without their session are still shown: the messages of one session together.
  const join = (group: SessionFileGroup | undefined, path: string): SessionFileGroup => {
    if (!group) return add(path)
    group.files.push(path)
    return group
  }
  for (const [path, session] of agents) join(groups.get(session), path)
  for (const [path, session] of messages) stores.set(session, join(stores.get(session), path))
  for (const [path, message] of parts) join(stores.get(sessionOfMessage.get(message) ?? ''), path)
  return [...groups.values()]
}
