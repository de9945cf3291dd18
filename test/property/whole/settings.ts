import type { ChatConfig, Tool } from '@antiphon/core'
import { createGate, type GateWord } from './gate.js'
import type { ChatRecord } from './page.js'
import { createStopWhen, type StopWord } from './stop-when.js'
import type { World } from './world.js'

/** Words of a host's functions, one after the other and then from the start. Absent: the host does not have the function. */
export interface HostPlan {
  gate?: readonly GateWord[]
  stop?: readonly StopWord[]
}

/** The settings that a host gives to a chat together. They and the model know their number, so that a mix of two sets shows. */
export interface HostSettings {
  readonly number: number
  readonly tools: readonly Tool[]
  readonly plan: HostPlan
}

/** Plans of a chat that is configured later, in a sequence whose host has such functions. */
export const PLANS: readonly HostPlan[] = [
  { gate: ['allow', 'deny', 'late'], stop: ['go on', 'stop'] },
  {},
  { gate: ['change', 'reason', 'late', 'silent'] },
  { stop: ['stop', 'throw', 'go on'] },
  { gate: ['throw', 'allow', 'reject', 'late', 'spoil'], stop: ['go on'] },
]

const MODEL = /^model (\d+)/

/** The settings as a chat takes them. */
export function configOf(
  world: World,
  settings: HostSettings,
  record: () => ChatRecord,
): Required<Pick<ChatConfig, 'model' | 'tools'>> & Pick<ChatConfig, 'gateToolCalls' | 'stopWhen'> {
  const { gate, stop } = settings.plan
  return {
    model: `model ${settings.number}`,
    tools: settings.tools,
    gateToolCalls: gate && createGate(world, settings.number, gate, record),
    stopWhen: stop && createStopWhen(world, settings.number, stop, record),
  }
}

/** The settings that a model belongs to. */
export function settingsOf(world: World, model: string | undefined): HostSettings | undefined {
  return world.settings[Number(MODEL.exec(model ?? '')?.[1] ?? -1)]
}
