import { type ResolvedProvider, resolveProvider } from '@antiphon/core/provider'
import { jsonText, convertTranscript, type FormatName } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { lintTranscript, type Finding, type LintOptions } from '@antiphon/lint'
import { CommandError, oneLine, reading, type Command } from '../io.js'
import { readOptions, rawTranscript, type RawTranscript } from '../read-source.js'
import { readText } from '../read-text.js'

const LEVELS = ['error', 'warning', 'info'] as const

/** `antiphon lint FILE`: finds faults of a transcript and says what each endpoint will do. */
export const lint: Command = {
  name: 'lint',
  summary: 'Say what is wrong with a transcript and what each endpoint would do.',
  help: `Usage: antiphon lint FILE [--profile P] [--model M] [--level L] [--request] [--context N]
                          [--from FORMAT] [--json]

Reads an array of messages, a request body or messages line by line, and prints one line for each finding: where, how
bad, which rule, what is wrong, what will happen and what would mend it. "-" reads standard input. Ends with 2 when
there are findings, 0 when there are none, 1 when FILE cannot be read.

  --profile P    The endpoint that will read it, such as mistral or deepseek; also a base URL. Default: any.
  --model M      Its model, for what a profile says of single models. Default: that of a request body.
  --level L      error, warning or info: leave out what is milder. Default: info.
  --request      It is about to be sent: it must not end with an answer or open calls. Default for a request body.
  --context N    The model's context in tokens, to be told when the transcript is longer (by estimate).
  --from FORMAT  Read it as this format and lint what it becomes. Default: as it is, unless it has no roles at all.
  --json         The findings as JSON, with the edits that fix them.`,
  async run(args, io) {
    const { positionals, values } = readOptions('lint', args, {
      profile: { type: 'string', short: 'p' },
      model: { type: 'string', short: 'm' },
      level: { type: 'string' },
      request: { type: 'boolean' },
      context: { type: 'string' },
      from: { type: 'string', short: 'f' },
      json: { type: 'boolean' },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0)
      throw new CommandError('lint takes one file, or - for standard input.')
    const level = LEVELS.findIndex((one) => one === (values.level ?? 'info'))
    if (level < 0) throw new CommandError(`--level takes error, warning or info, not "${values.level}".`)
    const text = await readText(file, io)
    const read = (values.from === undefined && rawTranscript(text)) || converted(file, text, values.from)
    const model = values.model ?? read.model
    const options: LintOptions = {
      model,
      tools: read.tools,
      contextLength: contextLength(values.context),
      request: values.request ?? read.isRequest,
    }
    const findings = lintTranscript(read.messages, provider(values.profile, model), options).filter(
      ({ severity }) => LEVELS.indexOf(severity) <= level,
    )
    if (values.json) io.out(jsonText(findings, 2))
    else for (const finding of findings) io.out(line(finding))
    return findings.length > 0 ? 2 : 0
  },
}

/** A value of another format, or none: then the reader of formats says what is wrong, and where. */
function converted(file: string, text: string, from: string | undefined): RawTranscript {
  const { value } = reading(file, () =>
    convertTranscript(text, {
      to: 'openai',
      from: from as FormatName | undefined,
      formats: sessionFormats,
      shape: 'messages',
      style: { local: true },
    }),
  )
  return { messages: Array.isArray(value) ? value : [value] }
}

function provider(profile: string | undefined, model: string | undefined): ResolvedProvider | undefined {
  if (profile === undefined) return undefined
  try {
    if (profile.includes('://')) return resolveProvider({ baseUrl: profile }, model)
    return resolveProvider({ baseUrl: '', profile }, model)
  } catch (error) {
    throw new CommandError(oneLine(error))
  }
}

function contextLength(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d*$/.test(text)) return Number(text)
  throw new CommandError(`--context takes a whole number of tokens, not "${text}".`)
}

function line({ path, severity, rule, message, effect, fix }: Finding): string {
  return oneLine(`${path} ${severity} ${rule}: ${message} ${effect}${fix ? ` Fix: ${fix.title}.` : ''}`)
}
