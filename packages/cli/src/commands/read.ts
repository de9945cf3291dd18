import { stat } from 'node:fs/promises'
import { collectCompletion, isChatError, messageParts, type ChatError, type Completion } from '@antiphon/core'
import { decodeText, jsonText, readTranscript, type TranscriptRead } from '@antiphon/transcripts'
import { isArchive, readSessionFiles, sessionFormats, type SessionFile } from '@antiphon/sessions'
import { CommandError, refusalLine, refusedFile, type Command, type Io } from '../io.js'
import { isRecord } from '../is-record.js'
import { parseJson, readOptions, readSource } from '../read-source.js'
import { readArchive } from '../read-text.js'
import { readSessionPaths } from '../session-folder.js'

/** `antiphon read FILE`: one recorded response in, one Completion as JSON out; several files are sessions and their agents. */
export const read: Command = {
  name: 'read',
  summary: 'Read a recorded response and print the message it makes as JSON.',
  help: `Usage: antiphon read FILE
       antiphon read FOLDER or FILE FILE …

Reads one recorded response and prints one Completion as JSON: the message, how it ended, what had to be repaired.
FILE is an event stream (.sse), chunks line by line (.jsonl) or a body (.json, also of an error); the content decides,
not the name. "-" reads standard input. A recorded error of the provider is a result like any other (exit code 0).
Recorded streams of other wires (OpenAI Responses, Anthropic Messages, Gemini, Bedrock, Ollama, AG-UI) and events of a
system that streams in a form of its own (open-agent-loops, agentkit, clawtools, prompt-api, ai-sdk) make a whole
transcript, printed as { format, messages, losses }. So do session files and exports of other
systems, with { title, tree, others, document } where they have them; antiphon convert --help lists them.
A log of Inspect (.eval) and the ZIP archive of a chat app's export are read as they are.
Of a folder, of several files, or of an archive with several, the sessions are printed as a list, each with its path. The transcript of an agent whose
file is among them is in the result of the call that ran it: metadata["antiphon.transcript"]. Files that are not sessions
are named on standard error.`,
  async run(args, io) {
    const { positionals } = readOptions('read', args, {})
    const [file, ...more] = positionals
    if (file === undefined)
      throw new CommandError('read takes one file, several, a folder, or - for standard input.')
    if (more.length > 0 || (await isFolder(file))) return readSeveral(positionals, io)
    const name = file === '-' ? 'Standard input' : file
    const bytes = await readSource(file, io)
    const files = isArchive(bytes) ? await readArchive(name, bytes, io) : undefined
    if (files && files.length > 1)
      return printSessions(
        positionals,
        files.map(({ name: path, text }) => ({ path, text })),
        io,
      )
    const text = files?.[0]?.text ?? decodeText(bytes)
    const found = attempt(text)
    if (!isChatError(found) && !isResponse(found)) {
      io.out(jsonText(printed(found), 2))
      return 0
    }
    const completion = await collectCompletion([text])
    const problem = whyUnreadable(completion, text)
    if (isChatError(found) && (problem || !isAnswer(completion, text))) throw refusedFile(file, found)
    if (problem) throw new CommandError(`${name} ${problem}`)
    io.out(jsonText(completion, 2))
    return 0
  },
}

async function readSeveral(paths: readonly string[], io: Io): Promise<number> {
  return printSessions(paths, await readSessionPaths(paths, io), io)
}

function printSessions(paths: readonly string[], files: readonly SessionFile[], io: Io): number {
  const { sessions, problems } = readSessionFiles(files, readTranscript)
  for (const { path, message } of problems) io.err(`antiphon: ${refusalLine(path, message)}`)
  if (sessions.length === 0) {
    const [folder] = paths
    throw new CommandError(
      paths.length > 1
        ? `There is no session in ${paths.join(', ')}.`
        : `${folder} is a folder without a session. Name a file in it; to serve its recordings: antiphon endpoint --play ${folder}`,
    )
  }
  const read = sessions.map(({ path, agents, transcript }) => ({ path, agents, ...printed(transcript) }))
  io.out(jsonText(read, 2))
  return 0
}

async function isFolder(path: string): Promise<boolean> {
  return path !== '-' && (await stat(path).catch(() => undefined))?.isDirectory() === true
}

const printed = ({ format, title, messages, tree, others, document, losses }: TranscriptRead): object => ({
  format,
  title,
  messages,
  tree,
  others,
  document,
  losses,
})

/** The transcript in a text, or the reason why the text is not a transcript. */
function attempt(text: string): TranscriptRead | ChatError {
  try {
    return readTranscript(text, { formats: sessionFormats })
  } catch (error) {
    if (!isChatError(error)) throw error
    return error
  }
}

/** One answer of chat completions, which `collectCompletion` reads with how it ended and what was repaired. */
const isResponse = ({ format, document }: TranscriptRead): boolean =>
  format === 'openai' && /^(?:response|sse|chunks)$/.test(document.shape)

/** Whether a text that is not a transcript is a recorded answer: a body that says what failed, or a broken stream. */
function isAnswer({ message, error }: Completion, text: string): boolean {
  if (messageParts(message).length > 0) return true
  return error !== undefined && (EVENT_LINE.test(text) || isRecord(parseJson(text)))
}

const EVENT_LINE = /^\uFEFF?\s*(?:data|event|id|retry)?:/

/** Says why a text is not a recorded response at all; undefined if it is one, however broken. */
function whyUnreadable({ message, outcome, error }: Completion, text: string): string | undefined {
  if (text.trim() === '') return 'is empty.'
  if (messageParts(message).length > 0 || message.usage) return undefined
  // A body with an error is an answer. A stream of which nothing was understood is not.
  const isOfKit = error?.kind === 'malformed_stream' || error?.kind === 'empty_response'
  const isStream = EVENT_LINE.test(text)
  if (
    error?.kind === 'malformed_stream' ||
    (isStream && (isOfKit || outcome === 'incomplete') && !hasChoices(text))
  )
    return `is not a recorded response: no event stream, no chunks, no chat completion and no error body that this kit knows.`
  const isJson = /^\s*[[{]/.test(text)
  if (isJson && outcome === 'incomplete') return 'is JSON that breaks off before anything could be read.'
  return undefined
}

const hasChoices = (text: string): boolean => /"choices"|"error"|\[DONE\]/.test(text)
