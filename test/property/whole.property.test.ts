import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { command, setup } from './whole/commands.js'
import { runSequence, type Outcome } from './whole/run-sequence.js'
import { warmUp } from './whole/world.js'

/** `pnpm test:long` asks for more. `ANTIPHON_WHOLE_KNOWN` names kinds of faults to go on after; `_PATH` is that of a failure; `_TRACE` tells the tree with each change. */
const PATH = process.env['ANTIPHON_WHOLE_PATH']
const RUNS = PATH ? 1 : Number(process.env['ANTIPHON_WHOLE_RUNS'] ?? 2000)
const KNOWN = new Set(process.env['ANTIPHON_WHOLE_KNOWN']?.split(','))

const inWords = ({ fault, log }: Outcome): string => `${log.join('\n')}\n-> ${fault!.kind}: ${fault!.words}`

test(
  'whatever is done in whichever tab at whatever moment: nothing is lost, doubled, run twice, run unasked or left behind',
  { timeout: 12 * 3600_000, retry: 0 },
  async () => {
    await warmUp()
    const total: Record<string, number> = {}
    let runs = 0
    /** What shrinks is this fault; another one that turns up on the way is another story. */
    let kind: string | undefined
    let smallest: Outcome | undefined
    const property = fc.asyncProperty(
      setup,
      fc.array(command, { maxLength: 80, size: 'max' }),
      async (chosen, commands) => {
        const outcome = await runSequence(commands, chosen, KNOWN)
        runs++
        for (const [name, count] of Object.entries(outcome.counts)) total[name] = (total[name] ?? 0) + count
        if (!outcome.fault) return
        if (kind === undefined)
          console.log(`Sequence ${runs} found "${outcome.fault.kind}": ${outcome.fault.words}`)
        kind ??= outcome.fault.kind
        if (outcome.fault.kind !== kind) return
        smallest = outcome
        throw new Error(kind)
      },
    )
    const result = await fc.check(property, {
      numRuns: RUNS,
      path: PATH,
      // Planted bugs are to be found, not to be explained.
      endOnFailure: process.env['ANTIPHON_PLANTED'] !== undefined,
    })
    if (result.failed) {
      const [chosen, commands] = result.counterexample!
      const again = `ANTIPHON_SEED=${result.seed} ANTIPHON_WHOLE_PATH=${result.counterexamplePath}`
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
