import type { LintEdit, LintRule } from '../lint-types.js'
import type { Unit } from '../transcript-types.js'

/** wire-facts 1.3, consecutive same-role turns. */
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

/** wire-facts 1.3, user right after tool. */
export const userAfterTool: LintRule = {
  name: 'user-after-tool',
  about: 'A message of the user right behind a result.',
  *check({ units, policy, provider }) {
    const { bridgeAfterTool: bridge } = policy
    if (provider && provider.id !== 'generic' && !bridge) return
    // Results that follow later belong to the same turn; their place is what is wrong, and an answer here would part them.
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
  for (let i = from + 1; i < units.length && units[i]!.role !== 'assistant'; i++)
    if (units[i]!.role === 'tool') last = i
  return last
}

/** wire-facts 1.3, trailing assistant message. */
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
