import { posix, win32 } from 'node:path'

/** The machine as far as it says where agents keep their sessions. */
export interface Machine {
  home: string
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
}

/** A folder with sessions. */
export interface SessionPlace {
  /** Name of the agent; absent for a folder that the user named, because each file there says its own. */
  agent?: string
  root: string
  /** Paths below the root, with `/`, that are sessions. Default: every file that may be one. */
  files?: RegExp
}

/** An agent with sessions in a database, which is not read, and the command that exports one. */
export interface StoreNote {
  agent: string
  command: string
}

/** A file in which an agent keeps sessions that this viewer cannot read, and what to do about it. */
export interface UnreadStore {
  path: string
  note: StoreNote
}

const CLINE_EXTENSIONS: readonly (readonly [agent: string, folder: string])[] = [
  ['Cline', 'saoudrizwan.claude-dev'],
  ['Roo Code', 'rooveterinaryinc.roo-cline'],
  ['Kilo Code', 'kilocode.kilo-code'],
]
const CLINE_FILES = /^[^/]+\/(?:ui_messages|claude_messages|api_conversation_history)\.json$/
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor']

/** The folders in which the agents of this machine keep their sessions; most of them will not exist. */
export function sessionPlaces({ home, platform, env }: Machine): SessionPlace[] {
  const { join } = platform === 'win32' ? win32 : posix
  const at = (...names: string[]): string => join(home, ...names)
  const data = env['XDG_DATA_HOME'] || at('.local', 'share')
  const claude = env['CLAUDE_CONFIG_DIR'] || at('.claude')
  const codex = env['CODEX_HOME'] || at('.codex')
  const config =
    platform === 'win32'
      ? env['APPDATA'] || at('AppData', 'Roaming')
      : platform === 'darwin'
        ? at('Library', 'Application Support')
        : env['XDG_CONFIG_HOME'] || at('.config')
  const lines = /\.jsonl$/
  const clawFiles = /(?:^|\/)sessions\/[^/]+\.jsonl$/

  return [
    { agent: 'Claude Code', root: join(claude, 'projects'), files: lines },
    { agent: 'Codex', root: join(codex, 'sessions'), files: lines },
    { agent: 'Codex', root: join(codex, 'archived_sessions'), files: lines },
    { agent: 'Gemini CLI', root: at('.gemini', 'tmp'), files: /(?:^|\/)chats\/.+\.jsonl?$/ },
    { agent: 'Qwen Code', root: at('.qwen', 'projects'), files: /(?:^|\/)chats\/.+\.jsonl$/ },
    {
      agent: 'OpenCode',
      root: join(data, 'opencode', 'storage'),
      files: /^(?:session|message|part)\/.+\.json$/,
    },
    { agent: 'OpenCode', root: join(data, 'opencode', 'project'), files: /\/storage\/.+\.json$/ },
    { agent: 'Goose', root: join(data, 'goose', 'sessions'), files: lines },
    { agent: 'pi', root: at('.pi', 'agent', 'sessions'), files: lines },
    { agent: 'OpenClaw', root: at('.openclaw', 'agents'), files: clawFiles },
    { agent: 'OpenClaw', root: at('.clawdbot', 'agents'), files: clawFiles },
    {
      agent: 'Copilot CLI',
      root: at('.copilot', 'session-state'),
      files: /^(?:[^/]+\.jsonl|[^/]+\/events\.jsonl)$/,
    },
    { agent: 'Cline', root: at('.cline', 'data', 'tasks'), files: CLINE_FILES },
    ...EDITORS.flatMap((editor): SessionPlace[] => {
      const user = join(config, editor, 'User')
      return [
        ...CLINE_EXTENSIONS.map(([agent, folder]) => ({
          agent,
          root: join(user, 'globalStorage', folder, 'tasks'),
          files: CLINE_FILES,
        })),
        {
          agent: 'VS Code chat',
          root: join(user, 'workspaceStorage'),
          files: /^[^/]+\/chatSessions\/[^/]+\.jsonl?$/,
        },
      ]
    }),
  ]
}

/** Databases of sessions. Those that exist are named to the user, so that nothing is left out silently. */
export function unreadStores({ home, platform, env }: Machine): UnreadStore[] {
  const { join } = platform === 'win32' ? win32 : posix
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share')
  return [
    {
      path: join(data, 'opencode', 'opencode.db'),
      note: { agent: 'OpenCode', command: 'opencode export ID > session.json' },
    },
    {
      path: join(data, 'goose', 'sessions', 'sessions.db'),
      note: { agent: 'Goose', command: 'goose session export --format json' },
    },
  ]
}

/** The folder of this machine for files that can be created again. */
export function cacheFolder({ home, platform, env }: Machine): string {
  const { join } = platform === 'win32' ? win32 : posix
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'antiphon', 'Cache')
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'antiphon')
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'antiphon')
}
