import { createJsonSplitter, isRecord, parseJson } from '@antiphon/base'
import type { Segment } from '../../message/types.js'
import { addArguments, currentArguments, type CallDraft, type ChoiceDraft } from './drafts.js'

/** Settles the arguments of each call and gives an id to calls that the server gave none. */
export function finishToolCalls(draft: ChoiceDraft, generateId: (callIndex: number) => string): void {
  const { report } = draft.context
  joinPieces(draft)
  leaveOutRepeated(draft)
  const used = new Set(draft.calls.list.map((call) => call.id))
  for (const call of draft.calls.list) {
    const where = `choices[${draft.index}].tool_calls[${call.position}]`
    const [text, rule] = settleArguments(call)
    if (rule) report(`arguments_${rule}`, where, call.joined, text)
    call.settled = text
    if (call.id === '') {
      const id = generateId(call.position)
      call.id = id
      // A generated id must not meet one that the server gave to another call of the same message.
      for (let n = 2; used.has(call.id); n++) call.id = `${id || 'call'}_${n}`
      used.add(call.id)
      report('tool_call_id_missing', where, '', call.id)
    }
    if (call.name === '') report('tool_call_name_missing', where, '', '')
    call.published = undefined
  }
  draft.calls.view = undefined
}

/**
 * Joins the pieces of a call that became calls of their own, because each came at another index (docs/wire 2.5): pieces of one
 * name that are a whole object together, and those without a name, which belong to the call before them.
 */
function joinPieces(draft: ChoiceDraft): void {
  const joined = new Set<CallDraft>()
  let pieces: CallDraft[] = []
  let isWhole = false
  const splitter = createJsonSplitter({ onText: () => (isWhole = true), onTooLarge: () => {}, max: Infinity })

  function close(): void {
    const [first, ...rest] = pieces
    const more = isWhole && !splitter.isOpen() ? rest : rest.filter(({ name }) => name === '')
    for (const piece of more) {
      draft.context.report(
        'tool_call_joined',
        `choices[${draft.index}].tool_calls[${piece.position}]`,
        piece.joined,
        '',
      )
      addArguments(first!, piece.joined, false)
      joined.add(piece)
    }
    splitter.end()
    pieces = []
    isWhole = false
  }
  for (const call of draft.calls.list) {
    const [first] = pieces
    const isPiece = call.name === '' || (call.name === first?.name && splitter.isOpen())
    const goesOn = isPiece && call.chunk > (pieces.at(-1)?.chunk ?? 0)
    if (!first || isWhole || !goesOn) {
      close()
      if (call.name === '' || call.extras.providerRun || isRecord(parseJson(settleArguments(call)[0])))
        continue
    }
    pieces.push(call)
    splitter.push(call.joined)
  }
  close()
  leaveOut(draft, joined)
}

/**
 * Leaves out a call that a later chunk sent again at another index: the same id and name, with the same arguments or with none
 * in one of the two; and the old `function_call` beside the same one of `tool_calls` (docs/wire 2.5). Side by side in one chunk
 * they are two calls, as the model wrote them.
 */
function leaveOutRepeated(draft: ChoiceDraft): void {
  const { calls, context } = draft
  const { legacy } = calls
  if (!legacy && new Set(calls.list.map(({ id }) => id)).size === calls.list.length) return
  const seen = new Map<string, CallDraft>()
  const repeated = new Set<CallDraft>()
  const leave = (call: CallDraft): void => {
    repeated.add(call)
    context.report(
      'tool_call_repeated',
      `choices[${draft.index}].tool_calls[${call.position}]`,
      call.joined,
      '',
    )
  }
  const valueOf = (call: CallDraft): string => inOrder(settleArguments(call)[0])
  for (const call of calls.list) {
    const text = valueOf(call)
    const [exact, bare, any] = [text, '', undefined].map((args) => JSON.stringify([call.id, call.name, args]))
    const first = seen.get(exact!) ?? seen.get(text === '' ? any! : bare!)
    if (!call.id || !first || first.chunk >= call.chunk) {
      for (const key of [exact!, any!]) if (!seen.has(key)) seen.set(key, call)
      continue
    }
    // The arguments stay, at the place of the first.
    if (text) Object.assign(first, { joined: call.joined, cumulative: call.cumulative })
    seen.set(exact!, first)
    leave(call)
  }
  const isOld = (call: CallDraft): boolean => call.name === legacy?.name && valueOf(call) === valueOf(legacy)
  if (legacy && calls.list.some((call) => call !== legacy && isOld(call))) leave(legacy)
  leaveOut(draft, repeated)
}

function leaveOut(draft: ChoiceDraft, gone: ReadonlySet<CallDraft>): void {
  if (gone.size === 0) return
  const { calls } = draft
  const left = calls.list.filter((call) => !gone.has(call))
  const places = new Map(left.map(({ position }, at) => [position, at]))
  draft.segments = draft.segments.flatMap<Segment>((segment) => {
    if (segment.type !== 'tool_call') return [segment]
    const index = places.get(segment.index)
    return index === undefined ? [] : [{ ...segment, index }]
  })
  left.forEach((call, at) => (call.position = at))
  calls.list = left
}

/** Arguments without white space and in the order of their keys, to be compared. */
function inOrder(text: string): string {
  const value = parseJson(text)
  return isRecord(value) ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : text
}

/**
 * Decides at the end of the answer what the arguments are, with the rule when they are not what was sent (docs/wire
 * 2.5); before that a text that parses may still be a prefix. Valid JSON stays as it is, but for an object that was written as JSON
 * twice. Else it may be cumulative, have
 * an empty `{}` in front, or something after its end. Text that no rule can read stays as it came.
 */
function settleArguments(
  call: CallDraft,
): [text: string, rule?: 'cumulative' | 'leading_empty' | 'trailing' | 'encoded_twice'] {
  const { joined, cumulative = '' } = call
  if (isJson(joined)) {
    const inner = decoded(joined)
    return inner === undefined ? [joined] : [inner, 'encoded_twice']
  }
  const withoutEmpty = joined.replace(/^(?:[ \t\r\n]*\{[ \t\r\n]*\})*[ \t\r\n]*(?=\{)/, '')
  if (isJson(withoutEmpty)) return [withoutEmpty, 'leading_empty']
  if (isJson(cumulative)) return [cumulative, 'cumulative']
  const first = firstObject(withoutEmpty)
  if (isJson(first) && saysOnly(first, withoutEmpty)) return [first, 'trailing']
  const best = currentArguments(call)
  return [best, best === joined ? undefined : 'cumulative']
}

/** The object in a text that was written as JSON once more, or several times. Arguments are always an object. */
function decoded(text: string): string | undefined {
  let inner: unknown = text.trimStart().startsWith('"') ? parseJson(text) : undefined
  for (let depth = 0; depth < 3 && typeof inner === 'string'; depth++) {
    const value = parseJson(inner)
    if (isRecord(value)) return inner
    inner = value
  }
  return undefined
}

/**
 * True for stray brackets, or the same object again. With another object or words there are two candidates, and neither may
 * run.
 */
function saysOnly(first: string, text: string): boolean {
  return /^[\s}\]]*$/.test(text.replaceAll(first, ''))
}

/** The text up to where its first `{` is closed. */
function firstObject(text: string): string {
  let depth = 0
  for (const { 0: token, index } of text.startsWith('{')
    ? text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\]]/gs)
    : []) {
    if (token === '{' || token === '[') depth++
    else if ((token === '}' || token === ']') && --depth === 0) return text.slice(0, index + 1)
  }
  return ''
}

function isJson(text: string): boolean {
  return parseJson(text) !== undefined
}
