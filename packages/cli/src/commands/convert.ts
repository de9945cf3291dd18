import { jsonText, convertTranscript, formats, type FormatName } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import { CommandError, reading, type Command } from '../io.js'
import { readOptions } from '../read-source.js'
import { summarizeLosses } from '../summarize-losses.js'
import { readText } from '../read-text.js'
import { redactFor, redactionHelp, redactionOptions } from '../redaction.js'

const width = Math.max(...[...formats, ...sessionFormats].map(({ name }) => name.length))
const list = formats
  .map(
    ({ name, title, shapes }) =>
      `  ${name.padEnd(width)}  ${title}\n  ${' '.repeat(width)}  shapes: ${shapes.join(', ')}`,
  )
  .join('\n')

const sessions = sessionFormats.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`).join('\n')

/** `antiphon convert FILE --to FORMAT`: a transcript in, the same in another format out, losses on standard error. */
export const convert: Command = {
  name: 'convert',
  summary: 'Turn a transcript of one system into that of another and name what is lost.',
  help: `Usage: antiphon convert FILE --to FORMAT [--from FORMAT] [--shape SHAPE] [--style KEY]... [--strict] [--json]
                             [--redact]

Reads a transcript (JSON, JSON lines or a recorded event stream) and prints it in another format. Losses are listed
on standard error, one line for each kind. "-" reads standard input.

  --to FORMAT    The format to write.
  --from FORMAT  The format it is in. Default: whatever it is found to be.
  --shape SHAPE  Which of the format's shapes to write. Default: its first, or the one that was read.
  --style KEY    How to write what the format has several ways for: local (openai), wire (open-agent-loops), older
                 (agentkit), pi and documentedImages (clawtools). docs/formats.md has them all.
  --strict       Print nothing and end with 1 if anything would be lost.
  --json         List every single loss as JSON on standard error.
${redactionHelp}

Formats:
${list}

Read only, session files and exports:
${sessions}`,
  async run(args, io) {
    const { positionals, values } = readOptions('convert', args, {
      to: { type: 'string', short: 't' },
      from: { type: 'string', short: 'f' },
      shape: { type: 'string' },
      style: { type: 'string', multiple: true },
      strict: { type: 'boolean' },
      json: { type: 'boolean' },
      ...redactionOptions,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0)
      throw new CommandError('convert takes one file, or - for standard input.')
    if (values.to === undefined)
      throw new CommandError('convert needs --to FORMAT. See: antiphon convert --help')
    const style = Object.fromEntries((values.style ?? []).map((key) => [key, true]))
    const text = await readText(file, io)
    let check = (_text: string): void => undefined
    const { value, losses } = reading(file, () =>
      convertTranscript(text, {
        to: values.to as FormatName,
        from: values.from as FormatName | undefined,
        formats: sessionFormats,
        shape: values.shape,
        strict: values.strict,
        // Without a word the document says how it was.
        ...(values.style && { style }),
        change(read) {
          const shared = redactFor(read, values, io)
          check = shared.check
          return shared.value
        },
      }),
    )
    const written = typeof value === 'string' ? value.trimEnd() : jsonText(value, 2)
    check(written)
    io.out(written)
    if (values.json) io.err(jsonText(losses))
    else for (const line of summarizeLosses(losses)) io.err(line)
    return 0
  },
}
