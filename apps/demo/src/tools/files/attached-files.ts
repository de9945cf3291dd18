import type { Message } from '@antiphon/core'
import { readTextFile } from '@antiphon/core/provider'

export interface AttachedFile {
  name: string
  /** Undefined: not a file of text. */
  text?: string
}

/** A text file that was put into the text of a message, as `textFileToText` of the kit writes it. */
const inText = /^\s*File ("(?:[^"\\\n]|\\.)*"):\n(`{3,})[^\n`]*\n([^]*)\n?\2\s*$/

/** The files of a conversation that the user attached, the newest last. */
export function attachedFiles(messages: readonly Message[]): AttachedFile[] {
  return messages.flatMap((message) =>
    message.role === 'user' && typeof message.content !== 'string' ? message.content.flatMap(readPart) : [],
  )
}

function readPart(part: { type: string; text?: unknown; file?: unknown }): AttachedFile[] {
  if (part.type === 'text' && typeof part.text === 'string') {
    const [, quoted, , text] = inText.exec(part.text) ?? []
    return quoted === undefined || text === undefined ? [] : [{ name: JSON.parse(quoted) as string, text }]
  }
  if (part.type !== 'file') return []
  const { filename } = (part.file ?? {}) as { filename?: unknown }
  const name = typeof filename === 'string' && filename !== '' ? filename : 'file'
  return [{ name, text: readTextFile(part)?.text }]
}

/**
 * The file of that name, or the last one where no name is given. Of two with one name the newer.
 *
 * @throws Error that names the files there are.
 */
export function findFile(files: readonly AttachedFile[], name: string | undefined): Required<AttachedFile> {
  if (files.length === 0)
    throw new Error('No file is attached to this conversation. Ask the user to attach one.')
  const found = name === undefined ? files.at(-1) : files.findLast((file) => file.name === name)
  const names = [...new Set(files.map((file) => file.name))].join(', ')
  if (!found) throw new Error(`No file "${name}" is attached. Attached: ${names}.`)
  const { text } = found
  if (text === undefined) throw new Error(`"${found.name}" is not a file of text.`)
  return { name: found.name, text }
}
