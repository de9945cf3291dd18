import { createHash } from 'node:crypto'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { groupSessionFiles } from '@antiphon/sessions'
import type { SessionPlace } from './places.js'

/** A file as of the search of its folder. */
export interface FoundFile {
  /** Absolute, without any link in it. */
  path: string
  size: number
  changedAt: number
}

export interface FoundSession {
  /** Follows from the path: the only name of a session that a page may use. */
  id: string
  agent?: string
  /** The folder that was opened. Nothing outside of it is read. */
  root: string
  /** Path below the root, with `/`. */
  name: string
  files: FoundFile[]
  /** See `SessionFileGroup`. */
  isStore: boolean
  size: number
  changedAt: number
}

/** Folders that hold no sessions and very much else. */
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__'])
const DEEPEST = 12
/** Files that are asked for their size at the same time. */
const AT_ONCE = 64

/** All sessions below a place, in no order. A place that does not exist has none; links are not followed. */
export async function findSessions(place: SessionPlace): Promise<FoundSession[]> {
  let root: string
  try {
    root = await realpath(place.root)
  } catch {
    return []
  }
  const names = await walk(root, place.files)
  const groups = groupSessionFiles(withoutTwins(names))
  const files = await sizesOf(root, [...new Set(groups.flatMap((group) => group.files))])
  return groups.flatMap(({ path, files: own, isStore }): FoundSession[] => {
    const found = own.flatMap((name) => files.get(name) ?? [])
    // The first one is gone since the folder was read.
    if (!files.has(path)) return []
    return [
      {
        id: idOf(join(root, path)),
        ...(place.agent !== undefined && { agent: place.agent }),
        root,
        name: path,
        files: found,
        isStore,
        size: found.reduce((sum, { size }) => sum + size, 0),
        changedAt: Math.max(...found.map(({ changedAt }) => changedAt)),
      },
    ]
  })
}

/** The session of one file that somebody named, with the agents that lie beside it. */
export async function findSession(file: string): Promise<FoundSession[]> {
  const path = await realpath(file)
  const root = join(path, '..')
  const name = basename(path)
  const agents = name.endsWith('.jsonl')
    ? (await walk(join(root, name.slice(0, -'.jsonl'.length), 'subagents'))).map(
        (agent) => `${name.slice(0, -'.jsonl'.length)}/subagents/${agent}`,
      )
    : []
  const files = await sizesOf(root, [name, ...agents.filter((agent) => /\/agent-[^/]+\.jsonl$/.test(agent))])
  const found = [...files.values()]
  if (!files.has(name)) return []
  return [
    {
      id: idOf(path),
      root,
      name,
      files: found,
      isStore: !/\.(?:jsonl|ndjson|md)$/i.test(name),
      size: found.reduce((sum, { size }) => sum + size, 0),
      changedAt: Math.max(...found.map(({ changedAt }) => changedAt)),
    },
  ]
}

const idOf = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 20)

async function walk(root: string, files?: RegExp): Promise<string[]> {
  const names: string[] = []
  const visit = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      // A link is neither: what it leads to may be anywhere.
      if (entry.isDirectory() && depth < DEEPEST && !SKIPPED.has(entry.name)) await visit(name, depth + 1)
      else if (entry.isFile() && (files?.test(name) ?? true)) names.push(name)
    }
  }
  await visit('', 0)
  return names
}

/** A task of Cline is there twice: as it was shown, which has its times and costs, and as the model saw it. */
function withoutTwins(names: readonly string[]): string[] {
  const all = new Set(names)
  return names.filter((name) => {
    if (!name.endsWith('/api_conversation_history.json')) return true
    const folder = name.slice(0, name.lastIndexOf('/'))
    return !all.has(`${folder}/ui_messages.json`) && !all.has(`${folder}/claude_messages.json`)
  })
}

async function sizesOf(root: string, names: readonly string[]): Promise<Map<string, FoundFile>> {
  const files = new Map<string, FoundFile>()
  for (let from = 0; from < names.length; from += AT_ONCE) {
    await Promise.all(
      names.slice(from, from + AT_ONCE).map(async (name) => {
        const path = join(root, ...name.split('/'))
        const found = await stat(path).catch(() => undefined)
        if (found?.isFile()) files.set(name, { path, size: found.size, changedAt: found.mtimeMs })
      }),
    )
  }
  return files
}

/** Whether a path lies in a folder; both absolute and without links. */
export const isInside = (root: string, path: string): boolean =>
  path.startsWith(root.endsWith(sep) ? root : root + sep)
