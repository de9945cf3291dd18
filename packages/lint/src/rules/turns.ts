import type { LintEdit, LintRule, Unit } from '../types.js'
import { textOfContent, saysSomething } from './content.js'

/** docs/wire 1.3, consecutive same-role turns. */
export const consecutiveRoles: LintRule = {
  name: 'consecutive-roles',
  about: 'Several messages of the user, or several answers, in a row.',
  *check({ units, policy }) {
    for (let start = 0; start < units.length;) {
      const first = units[start]!
      let end = start + 1
      while (continues(first, units[end - 1]!, units[end])) end++
      const run = units.slice(start, end)
      start = end
      const [, second] = run
      if (!second) continue
      const isUser = first.role === 'user'
      yield {
        severity: policy.mergeConsecutive ? 'warning' : 'info',
        where: { message: second.message },
        message: `There are ${run.length} ${isUser ? 'messages of the user' : 'answers'} in a row.`,
        effect: `The templates of Gemma and older Mistral answer 400; Anthropic joins them.${isUser ? '' : ' llama.cpp refuses two answers at the end.'}`,
        ...(isUser && run.every(canJoin) && { fix: { title: 'Join them', edits: join(run) } }),
      }
    }
  },
}

function continues(first: Unit, last: Unit, next: Unit | undefined): boolean {
  if (next?.role !== first.role || first.message === next.message) return false
  return first.role === 'user' || (first.role === 'assistant' && last.calls.length === 0)
}

function canJoin({ raw: { content } }: Unit): boolean {
  return typeof content === 'string' || Array.isArray(content)
}

function join(run: readonly Unit[]): LintEdit[] {
  const contents = run.map(({ raw }) => raw.content as string | unknown[])
  const value = contents.every((content) => typeof content === 'string')
    ? contents.join('\n\n')
    : contents.flatMap((content): unknown[] =>
        typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      )
  return run.map(({ message }, i) =>
    i === 0 ? { op: 'set', message, path: ['content'], value } : { op: 'replace', message, with: [] },
  )
}

/** docs/wire 1.3, user right after tool. */
export const userAfterTool: LintRule = {
  name: 'user-after-tool',
  about: 'A message of the user right behind a result.',
  *check({ units, policy, provider }) {
    const { bridgeAfterTool: bridge } = policy
    if (provider && provider.id !== 'generic' && !bridge) return
    // Later results belong to the same turn. Only their place is wrong, and an answer here would separate them.
    let moreUntil = -1
    for (const [i, unit] of units.entries()) {
      const before = units[i - 1]
      if (unit.role !== 'user' || before?.role !== 'tool' || before.message === unit.message) continue
      if (i < moreUntil) continue
      moreUntil = lastResult(units, i)
      if (i < moreUntil) continue
      const value = { role: 'assistant', content: bridge ?? 'I have read the results.' }
      yield {
        severity: bridge ? 'warning' : 'info',
        where: { message: unit.message },
        message: 'The user speaks right behind a result, before the model has answered it.',
        effect: `Mistral answers 400: Unexpected role 'user' after role 'tool'.${bridge ? ' Antiphon puts a short answer between them.' : ''}`,
        fix: {
          title: 'Put a short answer between them',
          edits: [{ op: 'insert', after: before.message, value }],
        },
      }
    }
  },
}

/** Position of the last result before the next answer; -1 for none. */
function lastResult(units: readonly Unit[], from: number): number {
  let last = -1
  for (let i = from + 1; i < units.length && units[i]?.role !== 'assistant'; i++)
    if (units[i]?.role === 'tool') last = i
  return last
}

/** docs/wire 1.3, trailing assistant message. */
export const trailingAssistant: LintRule = {
  name: 'trailing-assistant',
  about: 'A request that ends with an answer (needs the option request).',
  *check({ units, policy, options }) {
    const last = units.at(-1)
    const mayContinue = (policy.prefill ?? 'none') !== 'none'
    if (!options.request || mayContinue || last?.role !== 'assistant' || last.calls.length > 0) return
    const { message } = last
    yield {
      severity: 'warning',
      where: { message },
      message: 'The request ends with an answer, so there is nothing to answer.',
      effect:
        'llama.cpp answers 400 while the model thinks, Mistral wants prefix: true; vLLM and Anthropic go on writing the answer. Antiphon does not send it.',
      fix: { title: 'Leave the last answer out', edits: [{ op: 'replace', message, with: [] }] },
    }
  },
}

export const timestampOrder: LintRule = {
  name: 'timestamp-order',
  about: 'A message that is older than the one before it.',
  *check({ units }) {
    let latest = -Infinity
    let last = -1
    for (const { message, raw } of units) {
      const { timestamp } = raw
      if (message === last || typeof timestamp !== 'number' || Number.isNaN(timestamp)) continue
      if (timestamp < latest) {
        yield {
          severity: 'info',
          where: { message },
          path: ['timestamp'],
          message: `The timestamp lies ${seconds(latest - timestamp)} before that of messages[${last}].`,
          effect:
            'Nothing is refused: timestamps never leave. Messages may have been put together from several threads.',
        }
      }
      latest = timestamp
      last = message
    }
  },
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 3 })} s` : 'long'
}

/** docs/wire 1.1, several / late system messages. */
export const severalSystems: LintRule = {
  name: 'several-systems',
  about: 'More than one system message at the beginning.',
  *check({ units, policy, provider }) {
    const end = units.findIndex(({ role }) => role !== 'system')
    const leading = units.slice(0, end < 0 ? undefined : end)
    const [first, second] = leading
    if (!first || !second) return
    const content = leading
      .map(({ raw }) => textOfContent(raw.content))
      .filter(Boolean)
      .join('\n\n')
    const edits: LintEdit[] = [
      { op: 'set', message: first.message, path: ['content'], value: content },
      ...leading.slice(1).map(({ message }) => ({ op: 'replace', message, with: [] }) as const),
    ]
    yield {
      severity: provider && policy.lateSystem ? 'warning' : 'info',
      where: { message: second.message },
      message: `There are ${leading.length} system messages at the beginning.`,
      effect: 'MiniMax answers 400, and some templates read only one. Antiphon joins them on the way out.',
      fix: { title: 'Join them', edits },
    }
  },
}

export const lateSystem: LintRule = {
  name: 'late-system',
  about: 'A system message after the conversation has begun.',
  *check({ units, policy, provider }) {
    const place = policy.lateSystem ?? 'keep'
    // Most endpoints accept it. For a named endpoint its profile decides.
    if (provider && provider.id !== 'generic' && place === 'keep') return
    let hasBegun = false
    for (const unit of units) {
      hasBegun ||= unit.role !== 'system'
      if (!hasBegun || unit.role !== 'system') continue
      yield {
        severity: place === 'keep' ? 'info' : 'warning',
        where: { message: unit.message },
        message: 'A system message comes after the conversation has begun.',
        effect:
          'MiniMax answers 400, and the templates of Qwen and Mistral raise; Anthropic moves it to the beginning. Antiphon sends it as the profile says.',
        fix: { title: 'Make it a message of the user that says what it is', edits: asUser(unit) },
      }
    }
  },
}

function asUser({ message, raw }: Unit): LintEdit[] {
  const { kind } = raw
  return [
    { op: 'set', message, path: ['role'], value: 'user' },
    { op: 'set', message, path: ['content'], value: `[System message]\n${textOfContent(raw.content)}` },
    // A message of the user has no such kind.
    ...(kind === 'developer' ? [{ op: 'unset', message, path: ['kind'] } as const] : []),
  ]
}

/** docs/wire 2.1: no call of an incomplete, errored or `length` turn is run by itself. */
export const cutTurn: LintRule = {
  name: 'cut-turn',
  about: 'Calls in an answer that was cut off or failed.',
  *check({ turns }) {
    for (const { unit, slots } of turns) {
      const { raw, calls, message } = unit
      const ending = raw.isError === true ? 'error' : raw.finishReason
      if (calls.length === 0 || slots.every(Boolean)) continue
      if (typeof ending !== 'string' || !/^(length|incomplete|error|cancelled|content_filter)$/.test(ending))
        continue
      yield {
        severity: 'warning',
        where: { message },
        message: `The answer ended with "${ending}" while it was calling tools.`,
        effect:
          'Its last call may be a part of what was meant, and others may be missing. Antiphon runs none of them; do not run them yourself.',
      }
    }
  },
}

/** docs/wire 1.3, empty assistant turn. */
export const emptyTurn: LintRule = {
  name: 'empty-turn',
  about: 'An answer with neither text nor calls.',
  *check({ turns }) {
    for (const { unit, results } of turns) {
      const { raw, calls, message } = unit
      if (calls.length > 0 || saysSomething(raw)) continue
      const broke =
        raw.isError === true ||
        (typeof raw.finishReason === 'string' && !/^(stop|other)$/.test(raw.finishReason))
      yield {
        severity: broke ? 'info' : 'warning',
        where: { message },
        message: broke
          ? 'The answer broke off before it said anything.'
          : 'The answer has neither text nor calls.',
        effect:
          'OpenAI ("Either content or tool_calls must be set"), Moonshot and Anthropic-backed routes answer 400. Antiphon leaves it out.',
        // Results after it would pair with the turn before.
        ...(results.length === 0 && {
          fix: { title: 'Drop it', edits: [{ op: 'replace', message, with: [] }] },
        }),
      }
    }
  },
}
