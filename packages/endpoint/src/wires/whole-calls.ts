import { parseJson } from '@antiphon/base'
import type { CallDelta } from '../script/cut-steps.js'

/** A call with all of its arguments. */
interface WholeCall {
  name: string
  args: Record<string, unknown>
}

/** Collects calls for wires that send them whole: pieces come in, and `take` gives what came since the last time. */
export function collectCalls() {
  const open = new Map<number, { name: string; json: string }>()

  return {
    add(parts: readonly CallDelta[]): void {
      for (const { index, function: fn } of parts) {
        const call = open.get(index) ?? { name: '', json: '' }
        open.set(index, { name: call.name || (fn.name ?? ''), json: call.json + fn.arguments })
      }
    },
    take(): WholeCall[] {
      const calls = [...open.values()].map(({ name, json }) => ({
        name,
        args: (parseJson(json || '{}') ?? {}) as Record<string, unknown>,
      }))
      open.clear()
      return calls
    },
  }
}
