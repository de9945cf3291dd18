import { writeFile } from 'node:fs/promises'
import type { Message } from '@antiphon/core'
import { countHiddenVersions, readTranscript, type FormatName, type Loss } from '@antiphon/transcripts'
import { exportMarkdown, exportText } from '@antiphon/transcripts'
import { sessionFormats } from '@antiphon/sessions'
import type { ExportHtmlOptions } from '@antiphon/ui/export'
import { CommandError, oneLine, reading, type Command } from '../io.js'
import { readOptions } from '../read-source.js'
import { readText } from '../read-text.js'
import { summarizeLosses } from '../summarize-losses.js'
import { redactFor, redactionHelp, redactionOptions } from '../redaction.js'

const AS = ['html', 'markdown', 'text'] as const
const THEMES = ['system', 'light', 'dark'] as const
/** The words of a page by `--lang`; loaded for that page alone. English needs no table. */
const LANGUAGES = {
  en: async () => undefined,
  de: async () => (await import('@antiphon/ui/german')).german,
}
const LANGUAGE_NAMES = Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]

/** `antiphon render FILE -o OUT.html`: a transcript in, a page to read out. */
export const render: Command = {
  name: 'render',
  summary: 'Make a page of a transcript that needs nothing else, or Markdown, or text.',
  help: `Usage: antiphon render FILE [-o OUT] [--as html|markdown|text] [--title T] [--from FORMAT]
                            [--conversation N] [--theme T] [--lang L] [--redact]

Reads a transcript (JSON, JSON lines or a recorded event stream, of any system that convert knows) and writes one
self-contained page: no script, folds that open by themselves, light and dark, fit for paper. "-" reads standard
input, and -o - (the default) writes standard output. Unreadable parts are listed on standard error, one line
for each kind of loss.

  -o, --out OUT      Where to write.
  --as KIND          html, markdown or text. Default: by the ending of OUT (.md, .txt), else html.
  --title T          Default: the beginning of the first question.
  --from FORMAT      The format it is in. Default: whatever it is found to be.
  --conversation N   Which one to render of a file that holds several, counted from 1. Default: the first.
  --theme T          system, light or dark. Default: system, what the reader's device prefers.
  --lang L           Words and figures of the page: ${LANGUAGE_NAMES.join(' or ')}. Default: en.
${redactionHelp}`,
  async run(args, io) {
    const { positionals, values } = readOptions('render', args, {
      out: { type: 'string', short: 'o' },
      as: { type: 'string' },
      title: { type: 'string' },
      from: { type: 'string', short: 'f' },
      conversation: { type: 'string' },
      theme: { type: 'string' },
      lang: { type: 'string' },
      ...redactionOptions,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0)
      throw new CommandError('render takes one file, or - for standard input.')
    const { out = '-', title } = values
    const kind = oneOf('as', values.as ?? byEnding(out), AS)
    const theme = oneOf('theme', values.theme ?? 'system', THEMES)
    const locale = oneOf('lang', values.lang ?? 'en', LANGUAGE_NAMES)
    const wanted = values.conversation ?? '1'
    if (!/^[1-9]\d*$/.test(wanted))
      throw new CommandError(`--conversation takes a whole number from 1, not "${wanted}".`)

    const name = file === '-' ? 'Standard input' : file
    const text = await readText(file, io)
    const { all, losses } = conversations(file, text, values.from)
    for (const line of summarizeLosses(losses)) io.err(line)
    const messages = all[Number(wanted) - 1]
    if (!messages)
      throw new CommandError(`${name} holds ${all.length} conversations; there is no number ${wanted}.`)
    if (all.length > 1 && values.conversation === undefined)
      io.err(
        `${name} holds ${all.length} conversations; this is the first. --conversation N renders another.`,
      )

    const shared = redactFor({ messages, title }, values, io)
    const page =
      kind === 'markdown'
        ? exportMarkdown(shared.value.messages, { title: shared.value.title })
        : kind === 'text'
          ? exportText(shared.value.messages, { title: shared.value.title })
          : await htmlPage(shared.value.messages, { title: shared.value.title, theme, locale })
    shared.check(page)
    if (out === '-') io.out(page.trimEnd())
    else await write(out, page)
    return 0
  },
}

/** Loads the renderer on demand, because no other command needs React. */
async function htmlPage(
  messages: readonly Message[],
  { locale, ...options }: Pick<ExportHtmlOptions, 'title' | 'theme'> & { locale: keyof typeof LANGUAGES },
): Promise<string> {
  // React looks once, when it is loaded. Its checks for developers would take twice as long.
  process.env['NODE_ENV'] ??= 'production'
  const [{ exportHtml }, { highlight }] = await Promise.all([
    import('@antiphon/ui/export'),
    import('@antiphon/ui/highlight'),
  ])
  const strings = await LANGUAGES[locale]()
  return exportHtml(messages, { ...options, locale, strings, plugins: [highlight()] })
}

function byEnding(out: string): (typeof AS)[number] {
  if (/\.(?:md|markdown)$/i.test(out)) return 'markdown'
  return /\.txt$/i.test(out) ? 'text' : 'html'
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value)
  if (found) return found
  throw new CommandError(`--${option} takes ${allowed.join(', ')}, not "${value}".`)
}

function conversations(
  file: string,
  text: string,
  from: string | undefined,
): { all: (readonly Message[])[]; losses: readonly Loss[] } {
  const read = reading(file, () =>
    readTranscript(text, { from: from as FormatName | undefined, formats: sessionFormats }),
  )
  const { messages, others = [], losses } = read
  const hidden = countHiddenVersions(read)
  const loss: Loss = { rule: 'other_versions', where: '', before: hidden, after: undefined }
  return {
    all: [messages, ...others.map((other) => other.messages)],
    losses: hidden > 0 ? [...losses, loss] : losses,
  }
}

async function write(out: string, page: string): Promise<void> {
  try {
    await writeFile(out, page)
  } catch (error) {
    throw new CommandError(`${out} could not be written: ${oneLine(error)}`)
  }
}
