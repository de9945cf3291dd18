import type { AssistantMessage } from '@antiphon/core'
import { type RequestPolicy, isForeign } from '@antiphon/core/request'
import { field, textOf, type JsonObject } from '@antiphon/base'
import type { EditPath, LintRule, LintedTurn, Unit } from '../types.js'
import { isBound, thinkingEntries, dropThinking, hasThinking } from './reasoning.js'

/** docs/wire 5, model switch: signatures and encrypted blocks are bound to the model and provider that made them. */
export const reasoningForeign: LintRule = {
  name: 'reasoning-foreign',
  about: 'A signature or encrypted thinking of another model than the one that will read it.',
  *check({ turns, policy, provider }) {
    const target = policy.model || provider ? policy : lastModel(turns)
    for (const { unit } of turns) {
      const { raw, message } = unit
      if (!isForeign(raw as unknown as AssistantMessage, target)) continue
      const bound = [...boundPaths(unit, policy.missingThoughtSignature)]
      const [path] = bound
      if (!path) continue
      const maker = textOf(field(raw.reasoningSource, 'model')) ?? 'another model'
      const reader = target.model ?? provider?.name ?? 'the model that reads it'
      yield {
        severity: policy.reasoning?.onlySameModel === false ? 'error' : 'warning',
        where: { message },
        path,
        message: `Thinking here is signed or encrypted by ${maker}, and ${reader} will read it.`,
        effect:
          'Gemini ("Corrupted thought signature"), Anthropic and OpenRouter answer 400 to a signature of another model. Antiphon leaves it out unless it is told not to.',
        fix: {
          title: 'Drop what is signed or encrypted',
          edits: bound.map((place) => ({ op: 'unset', message, path: place }) as const),
        },
      }
    }
  },
}

/** Without a profile the model of the last answer is taken as the next reader. */
function lastModel(turns: readonly LintedTurn[]): RequestPolicy {
  const sources = turns.map(({ unit }) => unit.raw.reasoningSource)
  const last = sources.findLast((source) => textOf(field(source, 'model')))
  return { model: textOf(field(last, 'model')) }
}

function* boundPaths({ raw, calls }: Unit, word: string | undefined): Generator<EditPath> {
  for (const { entry, path } of thinkingEntries(raw)) if (isBound(entry)) yield path
  for (const call of calls) {
    const signature = signatureOf(call.raw)
    // The placeholder signature belongs to no model.
    if (signature && signature !== word) yield [...call.path, 'extra_content']
  }
}

/** Gemini's, on a call (docs/wire 5). */
function signatureOf(call: JsonObject): unknown {
  return field(field(call.extra_content, 'google'), 'thought_signature')
}

/** docs/wire 5: the fields in which a family takes thinking back; every other one is a 400 or 422 there. */
const TAKEN: Readonly<Record<string, readonly string[]>> = {
  openai: [],
  azure: [],
  github: [],
  gemini: [],
  nvidia: [],
  mistral: ['contentParts'],
  groq: ['reasoning', 'thinkTags'],
  cerebras: ['reasoning', 'thinkTags'],
}

export const reasoningRefused: LintRule = {
  name: 'reasoning-refused',
  about: 'Thinking that the settings would send and the endpoint refuses.',
  *check({ units, turns, policy, provider }) {
    const taken = provider && Object.hasOwn(TAKEN, provider.id) ? TAKEN[provider.id] : undefined
    const { turns: sent = 'toolTurns', field: into = 'same' } = policy.reasoning ?? {}
    if (!provider || !taken || sent === 'never') return
    const lastUser = units.findLastIndex(({ role }) => role === 'user')
    for (const { unit } of turns) {
      const { raw, message, calls, position } = unit
      if (!hasThinking(raw)) continue
      if (sent === 'toolTurns' && calls.length === 0) continue
      if (sent === 'sinceLastUser' && position < lastUser) continue
      const name = into === 'same' ? sameField(raw) : into
      if (taken.includes(name)) continue
      yield {
        severity: 'error',
        where: { message },
        message: `The settings send the thinking of this answer in ${name}.`,
        effect: `${provider.name} answers 400 or 422: ${taken.length > 0 ? `it takes thinking in ${taken.join(' or ')} only` : 'it takes no thinking back'}.`,
        fix: { title: 'Drop the thinking', edits: dropThinking(message, raw) },
      }
    }
  },
}

/** The field in which it arrived (`provider/request/reasoning.ts`). */
function sameField(raw: JsonObject): string {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.length > 0
  if (isList(raw.reasoning_details)) return 'reasoning_details'
  if (isList(raw.thinking_blocks)) return 'thinking_blocks'
  const from = textOf(field(raw.reasoningSource, 'field'))
  if (from === 'think_tags') return 'thinkTags'
  return from === 'content' ? 'contentParts' : (from ?? 'reasoning')
}

/** docs/wire 2.4: unsigned `reasoning.text` of the anthropic and gemini formats is a 400. */
export const reasoningUnsigned: LintRule = {
  name: 'reasoning-unsigned',
  about: 'Thinking of Anthropic or Gemini without its signature.',
  *check({ turns, provider }) {
    for (const { unit } of turns) {
      const { raw, message } = unit
      const from =
        textOf(field(raw.request, 'profile')) ??
        textOf(field(raw.reasoningSource, 'provider')) ??
        provider?.id
      for (const { entry, path } of thinkingEntries(raw)) {
        // OpenRouter leaves the format out for Anthropic's.
        const made = textOf(entry.format) ?? (from === 'openrouter' ? 'anthropic' : '')
        const needs =
          entry.type === 'thinking' || (entry.type === 'reasoning.text' && /^(anthropic|google)/.test(made))
        if (!needs || entry.signature) continue
        yield {
          severity: 'warning',
          where: { message },
          path,
          message: 'This piece of thinking has no signature.',
          effect:
            'Anthropic and Gemini, directly and through OpenRouter or LiteLLM, answer 400. Antiphon leaves it out of requests.',
          fix: { title: 'Drop it', edits: [{ op: 'unset', message, path }] },
        }
      }
    }
  },
}

/** docs/wire 5, Gemini: the first call of a turn must carry one. */
export const callUnsigned: LintRule = {
  name: 'call-unsigned',
  about: 'Calls without the signature that the endpoint asks for (Gemini).',
  *check({ turns, policy, provider }) {
    const { missingThoughtSignature: word } = policy
    if (!word) return
    for (const { unit } of turns) {
      const [call] = unit.calls
      if (!call || 'part' in call.where || signatureOf(call.raw)) continue
      const value = { google: { thought_signature: word } }
      yield {
        severity: 'warning',
        where: { message: unit.message, ...call.where },
        path: call.path,
        message: 'The first call of this turn has no signature.',
        effect: `${provider?.name ?? 'The endpoint'} answers 400. Antiphon writes the word that stands for one.`,
        fix: {
          title: 'Write the word that stands for one',
          edits: [{ op: 'set', message: unit.message, path: [...call.path, 'extra_content'], value }],
        },
      }
    }
  },
}
