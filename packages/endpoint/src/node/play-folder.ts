import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EndpointModel } from '../endpoint-types.js'
import { recordingModels } from '../player/recording-models.js'
import type { PlayOptions, Recording } from '../player/recording.js'

/**
 * The recorded streams of a folder as models: `.sse`, `.jsonl` and `.json` files, not those of folders below. Rejects
 * with Node's error when the folder cannot be read. The files are read once, now.
 */
export async function playFolder(folder: string, options: PlayOptions = {}): Promise<EndpointModel[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const wanted = names.filter((name) => /\.(sse|jsonl|json)$/.test(name))
  const recordings = await Promise.all(
    wanted.map(async (name): Promise<Recording> => ({ name, bytes: await readFile(join(folder, name)) })),
  )
  return recordingModels(recordings, options)
}
