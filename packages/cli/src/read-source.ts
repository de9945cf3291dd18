import { readFile } from 'node:fs/promises'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { OfferedTool } from '@antiphon/lint'
import { CommandError, oneLine, codeOf, type Io } from './io.js'
import { isRecord } from './is-record.js'

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>

/** `parseArgs` whose complaints are one line and name the command to ask for help. */
export function readOptions<const O extends Options>(
  command: string,
  args: readonly string[],
  options: O,
): Parsed<O> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node adds a lecture on `--` after the first sentence.
    const [said = ''] = oneLine(error).split(/\. /)
    throw new CommandError(`${said.replace(/\.$/, '')}. See: antiphon ${command} --help`)
  }
}

/** The number that an option has. */
export function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new CommandError(`${name} takes a whole number from ${least} to ${most}, not "${text}".`)
}

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

/** A transcript as it is written in a file, mistakes and all. */
export interface RawTranscript {
  messages: readonly unknown[]
  /** From a request body. */
  model?: string
  tools?: readonly OfferedTool[]
  isRequest?: boolean
}

/**
 * Messages out of a JSON array, a request body or JSON lines, not mended in any way. Undefined when the text is none of
 * these, or when none of the entries has a role: then it is another format.
 */
export function rawTranscript(text: string): RawTranscript | undefined {
  const value = parseJson(text)
  if (Array.isArray(value)) return value.length === 0 || value.some(hasRole) ? { messages: value } : undefined
  if (isRecord(value)) {
    if (hasRole(value)) return { messages: [value] }
    const { messages, model, tools } = value
    if (!Array.isArray(messages) || !messages.some(hasRole)) return undefined
    return {
      messages,
      ...(typeof model === 'string' && { model }),
      ...(Array.isArray(tools) && { tools: tools.filter(isTool) }),
      isRequest: true,
    }
  }
  const lines = text.split('\n').filter((line) => line.trim())
  const messages = value === undefined ? lines.map(parseJson) : []
  return messages.length > 1 && messages.every(hasRole) ? { messages } : undefined
}

/** The value of a JSON text; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function hasRole(value: unknown): boolean {
  return isRecord(value) && typeof value.role === 'string'
}

function isTool(value: unknown): value is { function: { name: string } } {
  return isRecord(value) && isRecord(value.function) && typeof value.function.name === 'string'
}
