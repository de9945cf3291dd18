import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '../support/amount.js'
import { keepFound, readFound } from '../support/property.js'
import { command, setup, type Command } from './whole/commands.js'
import { runSequence, type Outcome } from './whole/run-sequence.js'
import { warmUp, type Setup } from './whole/world.js'

/** `ANTIPHON_WHOLE_KNOWN` names kinds of faults to go on after; `_PATH` is that of a failure; `_TRACE` tells the tree with each change. */
const PATH = process.env['ANTIPHON_WHOLE_PATH']
const RUNS = PATH ? 1 : amount(150, 3000)
const KNOWN = new Set(process.env['ANTIPHON_WHOLE_KNOWN']?.split(','))
/** Planted bugs are to be found, not to be explained, unless what finds them is kept. */
const endOnFailure = Boolean(process.env['ANTIPHON_PLANTED'] && !process.env['ANTIPHON_KEEP'])
/** The longest time to make a sequence that fails smaller, in ms. */
const SHRINKING = 300_000

/** A sequence that once found a fault, or finds a planted one. */
interface FoundSequence {
  /** The fault, in words. */
  why: string
  setup: Setup
  commands: Command[]
}

const inWords = ({ fault, log }: Pick<Outcome, 'fault' | 'log'>): string =>
  `${log.join('\n')}\n-> ${fault!.kind}: ${fault!.words}`

test(
  'whatever is done in whichever tab at whatever moment: nothing is lost, doubled, run twice, run unasked or left behind',
  { timeout: 12 * 3600_000 },
  async () => {
    await warmUp()
    const { testPath } = expect.getState()
    for (const { why, setup: chosen, commands } of readFound<FoundSequence>(testPath!)) {
      const { fault, log } = await runSequence(commands, chosen, KNOWN)
      if (!fault) continue
      console.log(`Kept sequence "${why}" found "${fault.kind}": ${fault.words}`)
      if (endOnFailure || !process.env['ANTIPHON_PLANTED'])
        throw new Error(`The sequence kept for "${why}" fails:\n${inWords({ fault, log })}`)
    }
    const total: Record<string, number> = {}
    let runs = 0
    /** Only this kind of fault is shrunk; another one that turns up on the way is ignored. */
    let kind: string | undefined
    let smallest: Outcome | undefined
    let shrinkUntil = Infinity
    const property = fc.asyncProperty(
      setup,
      fc.array(command, { maxLength: 80, size: 'max' }),
      async (chosen, commands) => {
        if (performance.now() > shrinkUntil) return
        const outcome = await runSequence(commands, chosen, KNOWN)
        runs++
        for (const [name, count] of Object.entries(outcome.counts)) total[name] = (total[name] ?? 0) + count
        if (!outcome.fault) return
        if (kind === undefined) {
          console.log(`Sequence ${runs} found "${outcome.fault.kind}": ${outcome.fault.words}`)
          kind = outcome.fault.kind
          shrinkUntil = performance.now() + SHRINKING
        }
        if (outcome.fault.kind !== kind) return
        smallest = outcome
        throw new Error(kind)
      },
    )
    const result = await fc.check(property, { numRuns: RUNS, path: PATH, endOnFailure })
    if (result.failed) {
      const [chosen, commands] = result.counterexample!
      const again = `ANTIPHON_SEED=${result.seed} ANTIPHON_WHOLE_PATH=${result.counterexamplePath}`
      const why = process.env['ANTIPHON_PLANTED'] ?? `${kind}, seed ${result.seed}`
      keepFound(testPath!, { why, setup: chosen, commands })
      const data = `${JSON.stringify(chosen)} ${commands.map((one) => JSON.stringify(one)).join('\n')}`
      throw new Error(`${inWords(smallest!)}\n\nThe smallest sequence (${again}):\n${data}`)
    }
    console.log(`${runs} sequences: ${JSON.stringify(total)}`)
    if (RUNS < 1000) return
    for (const [name, count] of Object.entries(total)) {
      const isOften = ['requests', 'calls', 'decisions', 'pages'].includes(name)
      expect(count, `${name} that happened`).toBeGreaterThan(isOften ? RUNS / 4 : RUNS / 400)
    }
  },
)
