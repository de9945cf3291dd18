import { field } from '@antiphon/base'
import { denialText } from '../message/denial-text.js'
import type { ToolCall } from '../message/types.js'
import { validateArguments } from './arguments.js'
import { textFrom, thrownText, type ToolFailureCode } from './tool-result.js'
import type { ApprovalForm, Tool } from './types.js'

/** A call that is known and valid, as the gate sees it. `args` is the checked value that the tool will be given. */
interface ToolGateRequest {
  call: ToolCall
  callKey: string
  args: unknown
}

/**
 * `arguments` replaces the arguments of the call, after a check by its schema. If the tool needs approval, the person is
 * asked about the new ones.
 */
type GateDecision = { allow: true; arguments?: unknown } | { allow: false; reason?: string }

/**
 * Asked once per batch, with all its valid calls together, before any of them runs. One verdict per call, in order; a
 * missing one allows, and any other that is not an object denies. A gate that throws lets nothing through.
 */
export type ToolGate = (
  batch: readonly ToolGateRequest[],
) => readonly (GateDecision | undefined)[] | Promise<readonly (GateDecision | undefined)[]>

/** A call that may run, once it has passed the gate and, where needed, a person. */
export interface PreparedCall extends ToolGateRequest {
  /** Position in `tool_calls`. */
  index: number
  tool: Tool
  /** The form that a person has to fill in to allow it. Checked: it can be shown. */
  form?: ApprovalForm
}

/**
 * The verdict on a prepared call: it runs, perhaps with other arguments, or it is refused in words for the model. `changed`
 * is the JSON of arguments that a person changed; the model reads them.
 */
export type Verdict =
  | { run: true; prepared: PreparedCall; changed?: string }
  | {
      run: false
      prepared: PreparedCall
      outcome: 'denied' | 'invalid_arguments' | 'failed'
      text: string
      code?: ToolFailureCode
    }

type Refusal = Extract<Verdict, { run: false }>

/** @param reason a text; any other value is written as JSON. */
export function denied(prepared: PreparedCall, reason?: unknown, by?: 'user'): Refusal {
  return { run: false, prepared, outcome: 'denied', text: denialText(textFrom(reason) || undefined, by) }
}

/** A denial because the host's own check, or asking the person, failed with an error. */
export const unchecked = (prepared: PreparedCall, what: string, error: unknown): Refusal => ({
  ...denied(prepared, `${what}: ${thrownText(error)}`),
  code: 'unchecked',
})

/** The verdicts of the host's gate on a batch, in its order. */
export async function passGate(gate: ToolGate, batch: readonly PreparedCall[]): Promise<Verdict[]> {
  let decisions: readonly (GateDecision | undefined)[]
  try {
    // Copies, so that a change by the gate reaches no tool.
    decisions = await gate(batch.map(({ call, callKey, args }) => ({ call, callKey, args })))
    if (!Array.isArray(decisions)) throw new TypeError('it returned no list of decisions')
  } catch (error) {
    return batch.map((prepared) => unchecked(prepared, 'The check before the call failed', error))
  }
  return Promise.all(
    batch.map((prepared, i) =>
      follow(prepared, decisions[i]).catch((error: unknown) => denied(prepared, thrownText(error))),
    ),
  )
}

async function follow(prepared: PreparedCall, decision: unknown): Promise<Verdict> {
  if (decision === undefined) return { run: true, prepared }
  // Only the word itself allows; a host without types may return anything.
  if (field(decision, 'allow') !== true) return denied(prepared, field(decision, 'reason'))
  const changed = field(decision, 'arguments')
  if (changed === undefined) return { run: true, prepared }
  try {
    const args = await validateArguments(prepared.tool, changed)
    return { run: true, prepared: { ...prepared, args } }
  } catch (error) {
    const text = `The arguments were changed before the call. ${thrownText(error)}`
    return { run: false, prepared, outcome: 'invalid_arguments', text }
  }
}
