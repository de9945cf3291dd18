import type { Keepers } from './keepers.js'
import type { AnswerLeases } from './leases.js'

/** Another tab waits no longer than this for what was done here to be stored. */
const MAX_FLUSH_MS = 3000

/** The leases of one run: of the answer that it writes or whose calls it runs, one at a time. */
export interface RunClaims {
  /** Takes the lease of an answer, and gives back the one before when that is stored. False when another tab has it. */
  take(answerId: string): Promise<boolean>
  /**
   * Takes an answer at rest. `ours`: everything that other tabs did to it is here. `unread`: it is ours, but what they did
   * could not be read. `removed`: its thread was deleted. `elsewhere`: another tab has it.
   */
  resume(answerId: string): Promise<'ours' | 'unread' | 'removed' | 'elsewhere'>
  /** Gives back the last one once it is stored. */
  end(): void
}

/** @param leases absent for a chat without a name of its own: no other tab can have it. */
export function createClaims(leases: AnswerLeases | undefined, keepers: Keepers): RunClaims {
  let held: { id: string; lease: Promise<(() => void) | undefined> } | undefined

  const giveBack = (before: typeof held): void => {
    if (!before) return
    void flushed(keepers)
      .then(() => before.lease)
      .then((release) => release?.())
  }
  const take = async (id: string): Promise<boolean> => {
    if (!leases) return true
    if (held?.id === id) return (await held.lease) !== undefined
    const before = held
    const lease = leases.take(id)
    held = { id, lease }
    giveBack(before)
    return (await lease) !== undefined
  }
  return {
    take,
    async resume(id) {
      if (!(await take(id))) return 'elsewhere'
      const ends = await keepers.refresh()
      return ends.includes('removed') ? 'removed' : ends.includes(false) ? 'unread' : 'ours'
    },
    end() {
      giveBack(held)
      held = undefined
    },
  }
}

async function flushed(keepers: Keepers): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_FLUSH_MS)))
  await Promise.race([keepers.flush(), late])
  clearTimeout(timer)
}
