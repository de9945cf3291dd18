import { readFile } from 'node:fs/promises'
import { codeOf, CommandError, oneLine } from './command-error.js'
import type { Io } from './io.js'

/** The bytes of a file, or of standard input for `-`. */
export async function readSource(file: string, io: Io): Promise<Uint8Array> {
  if (file === '-') return readStdin(io)
  try {
    return await readFile(file)
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOENT':
        throw new CommandError(`There is no file ${file}.`)
      case 'EISDIR':
        throw new CommandError(
          `${file} is a folder. Name a file in it; to serve its recordings: antiphon endpoint --play ${file}`,
        )
      case 'EACCES':
        throw new CommandError(`${file} may not be read by this user.`)
      default:
        throw new CommandError(`${file} could not be read: ${oneLine(error)}`)
    }
  }
}

async function readStdin(io: Io): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of io.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}
