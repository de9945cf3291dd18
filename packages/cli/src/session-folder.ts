import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isArchive, type SessionFile } from '@antiphon/sessions'
import { decodeText } from '@antiphon/transcripts'
import { CommandError, oneLine, type Io } from './io.js'
import { readArchive } from './read-text.js'

/** Names of session files. Other files of a folder are ignored. */
const ENDINGS = /\.(?:jsonl?|md|eval)$/i

/** The files that were named, and those in the folders that were named, at any depth, in the order of their paths. */
export async function readSessionPaths(paths: readonly string[], io: Io): Promise<SessionFile[]> {
  const files: SessionFile[] = []
  for (const path of paths) {
    try {
      const found = (await stat(path)).isDirectory() ? await filesOf(path) : [path]
      for (const file of found) {
        const name = file.split(sep).join('/')
        const bytes = await readFile(file)
        if (isArchive(bytes)) files.push(...(await filesInside(name, bytes, io)))
        else files.push({ path: name, text: decodeText(bytes) })
      }
    } catch (error) {
      if (error instanceof CommandError) throw error
      throw new CommandError(`${path} could not be read: ${oneLine(error)}`)
    }
  }
  return files
}

/** Sessions in an archive; an evaluation log gives one, under its own name. An unreadable archive is reported and skipped. */
async function filesInside(name: string, bytes: Uint8Array, io: Io): Promise<SessionFile[]> {
  try {
    const documents = await readArchive(name, bytes, io)
    const isOne = documents.length === 1
    return documents.map((found) => ({ path: isOne ? name : `${name}/${found.name}`, text: found.text }))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    io.err(`antiphon: ${error.message}`)
    return []
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && ENDINGS.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}
