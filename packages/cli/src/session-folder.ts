import { readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { SessionFile } from '@antiphon/formats/sessions'
import { CommandError, oneLine } from './io.js'

/** Names of session files. Other files of a folder are ignored. */
const ENDINGS = /\.(?:jsonl?|md)$/i

/** The files that were named, and those in the folders that were named, at any depth, in the order of their paths. */
export async function readSessionPaths(paths: readonly string[]): Promise<SessionFile[]> {
  const files: SessionFile[] = []
  for (const path of paths) {
    try {
      const found = (await stat(path)).isDirectory() ? await filesOf(path) : [path]
      for (const file of found)
        files.push({ path: file.split(sep).join('/'), text: await readFile(file, 'utf8') })
    } catch (error) {
      throw new CommandError(`${path} could not be read: ${oneLine(error)}`)
    }
  }
  return files
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && ENDINGS.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}
