import {
  byPattern,
  leftovers,
  redact,
  redactionRules,
  review,
  type RedactionFinding,
} from '@antiphon/devtools/redact'
import { CommandError, type Io } from './io.js'

/** The options of each command that can hide what a transcript should not tell. */
export const redactionOptions = {
  redact: { type: 'boolean' },
  'redact-text': { type: 'string', multiple: true },
  'redact-pattern': { type: 'string', multiple: true },
  'redact-keep': { type: 'string', multiple: true },
} as const

export const redactionHelp = `  --redact               Replace secrets, home paths, names and addresses by names such as <path-1>, and list on standard
                         error what was replaced.
  --redact-text TEXT     Replace this text too. May be repeated.
  --redact-pattern P     Replace what this regular expression finds. May be repeated.
  --redact-keep WHAT     Keep a kind (email) or one value by its name (email-2). May be repeated.`

export interface RedactionValues {
  redact?: boolean
  'redact-text'?: string[]
  'redact-pattern'?: string[]
  'redact-keep'?: string[]
}

export interface Redacted<Subject> {
  value: Subject
  /** Throws where the finished text still holds one of the values. */
  check(text: string): void
}

/**
 * The value that may be written. Without one of the options it is unchanged. Standard error lists each value by name, rule and
 * places, and never the value itself.
 */
export function redactFor<Subject>(subject: Subject, values: RedactionValues, io: Io): Redacted<Subject> {
  const texts = values['redact-text'] ?? []
  const patterns = values['redact-pattern'] ?? []
  const keep = values['redact-keep'] ?? []
  if (!values.redact) {
    if (texts.length + patterns.length + keep.length > 0)
      throw new CommandError('--redact-text, --redact-pattern and --redact-keep need --redact.')
    return { value: subject, check: () => undefined }
  }
  const rules = [...patterns.map(ruleOf), ...redactionRules]
  const found = review(subject, { rules, texts })
  const isKept = ({ kind, name }: RedactionFinding): boolean =>
    keep.includes(kind) || keep.includes(name.slice(1, -1))
  const unknown = keep.find(
    (one) => !found.findings.some((finding) => one === finding.kind || `<${one}>` === finding.name),
  )
  if (unknown !== undefined) io.err(`--redact-keep ${unknown}: nothing of this kind or name was found.`)
  const kept = new Set(found.findings.filter(isKept).map(({ id }) => id))
  const { value, summary } = redact(subject, found, kept)
  for (const finding of found.findings) io.err(line(finding, kept.has(finding.id)))
  for (const { what, path } of summary.removed)
    io.err(
      `removed: ${what === 'logprobs' ? 'log probabilities, which spell the text' : 'text of the image'} (${path})`,
    )
  io.err(
    `${figure(summary.values, 'value')} replaced in ${figure(summary.places, 'place')}${summary.kept > 0 ? `, ${summary.kept} kept` : ''}.`,
  )
  return {
    value,
    check(text) {
      const left = leftovers(
        text,
        found.findings.filter(({ id }) => !kept.has(id)),
      )
      if (left.length > 0)
        throw new CommandError(
          `${left.map(({ name }) => name).join(', ')} would still be in what is written, so nothing was.`,
        )
    },
  }
}

/** A pattern runs as it is: it is the user's own, and a command can be stopped. */
function ruleOf(source: string) {
  try {
    return { name: `own-pattern ${source}`, kind: 'text', find: byPattern(new RegExp(source, 'm')) }
  } catch (error) {
    throw new CommandError(`--redact-pattern ${source}: ${(error as Error).message}`)
  }
}

function line({ name, rule, count, places }: RedactionFinding, isKept: boolean): string {
  const where = places.slice(0, 3).map(({ path }) => path || 'the text')
  const more = count > where.length ? ` and ${count - where.length} more` : ''
  return `${isKept ? 'kept' : 'redacted'}: ${name} ${rule} (${where.join(', ')}${more})`
}

const figure = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`
