import { type Scenario, callTools, finish, say, think, type ScriptedEvent } from '../script/scenario.js'
import { failureLine } from '../tools/tell-results.js'
import type { ScriptedRequest } from '../script/scenario.js'
import { filtered } from './endings.js'
import { incidentPrompts } from './incident-prompts.js'

type Chapter = keyof typeof incidentPrompts

const service = { service: 'checkout', region: 'eu-west' }
const call = (name: string, args: object) => ({ name, arguments: JSON.stringify(args) })

const summary = (metricsFailed: boolean): string => `The jump lines up with deploy \`9f31c2e\` at **22:04**, \
which cut the connection pool from 40 to 8. ${metricsFailed ? 'The metrics gateway timed out, so the p95 below comes from the deploy annotations.' : 'The metrics agree with the deploy log.'}

| Window | Pool | p95 | Errors |
| --- | --: | --: | --: |
| 20:00 – 22:00 | 40 | 212 ms | 0.02 % |
| 22:10 – 00:00 | 8 | 1,940 ms | 1.7 % |

Restore the pool and put a guard on it:

\`\`\`ts
export const pool = createPool({
  max: Number(process.env.POOL_MAX ?? 40),
  acquireTimeoutMillis: 2_000, // fail fast instead of queueing
})
\`\`\``

const reportStart = `### Incident report

**Summary.** Between 22:04 and 00:31 UTC the checkout service in eu-west answered slowly because its connection pool was reduced from 40 to 8. Requests queued for a free connection, and the queue grew faster than it drained. The on-call engineer was paged at 22:19 and`

const report = `${reportStart} acknowledged four minutes later.

**Impact.** 18,400 checkouts took longer than one second and 1,312 failed. No payment was taken twice.

**Next.** Restore the pool, alert on \`pool_wait_ms\`, and test pool changes under load.`

const statusStart =
  'Between 22:04 and 00:31 UTC, checkout in Europe was slow and 1.7 % of payments failed. We have found the'

const status = `${statusStart} cause, a smaller connection pool, and are restoring it now.`

const runbookStart = `### Checkout is slow

1. Compare \`pool_wait_ms\` with the last deploy.
2. If the pool is smaller than`

const runbook = `${runbookStart} 40, roll back.`

/** Texts of the story that arrive in two parts. */
const texts = [report, status, runbook]

/** True when a text of the story has arrived in part. */
export function continuesIncident(lastAnswer: string): boolean {
  return lastAnswer.length > 40 && texts.some((text) => text !== lastAnswer && text.startsWith(lastAnswer))
}

/** The rest of a text of the story, for whoever asks to go on. */
export const restOfIncident: Scenario = {
  id: 'rest-of-incident',
  description: 'The rest of a text of the incident.',
  play: ({ lastAnswer }) => {
    const whole = texts.find((text) => text.startsWith(lastAnswer)) ?? ''
    return [say(whole.slice(lastAnswer.length))]
  },
}

const chapters: Record<Chapter, (turn: ScriptedRequest) => Iterable<ScriptedEvent>> = {
  *cause({ outcomes }) {
    if (outcomes.length > 0)
      return yield say(summary(outcomes.some(({ name, failed }) => name === 'query_metrics' && failed)))
    yield think(
      'The deploy log and the metrics answer different halves of this. Ask for both at once, then line up the times.',
    )
    yield callTools(
      [
        call('get_deploys', service),
        call('query_metrics', { query: 'histogram_quantile(0.95, checkout_latency)', range: '12h' }),
      ],
      true,
    )
  },
  *report() {
    yield say(reportStart)
    yield finish('length')
  },
  *post() {
    yield callTools([
      {
        name: 'post_message',
        arguments:
          '{"channel":"#incident-checkout","text":"Checkout was slow from 22:04 to 00:31 UTC. The pool',
      },
    ])
    yield finish('length')
  },
  gateway: () => [filtered],
  blame: () => [
    {
      type: 'refusal',
      text: 'I won’t name a person. The change passed review and no alert covered the pool; both can be fixed.',
    },
  ],
  status: () => [say(statusStart), { type: 'disconnect' }],
  runbook: () => [
    say(runbookStart),
    {
      type: 'error',
      error: {
        message: 'The server is overloaded.',
        type: 'server_error',
        param: null,
        code: 'overloaded',
      },
    },
  ],
  *rollBack({ outcomes, rounds }) {
    const decided = outcomes.find(({ name }) => name === 'rollback_deploy')
    if (decided)
      return yield say(
        decided.failed
          ? `I left \`9f31c2e\` in place. The answer was:\n\n> ${failureLine(decided)}`
          : 'Rolled back to `7ac04d1`. The pool holds **40** connections again, and the canary answers in **208 ms** at p95.',
      )
    if (rounds === 0) {
      yield think('Before anything changes: which deploy was there before, and is it healthy?')
      return yield callTools(
        [call('get_deploys', service), call('check_health', { deploy: '7ac04d1' })],
        true,
      )
    }
    yield say(
      'The previous deploy `7ac04d1` is healthy and its image is still in the registry. Rolling back restores the pool of 40.',
    )
    yield callTools([
      call('rollback_deploy', {
        service: 'checkout',
        from: '9f31c2e',
        to: '7ac04d1',
        region: 'eu-west',
        strategy: 'canary, 10 % for 5 min',
      }),
    ])
  },
}

const chapterOf = (prompt: string): Chapter | undefined =>
  (Object.keys(incidentPrompts) as Chapter[]).find((chapter) => incidentPrompts[chapter] === prompt.trim())

/** Whether a prompt is one of the story. */
export const isOfIncident = (prompt: string): boolean => chapterOf(prompt) !== undefined

/** An incident in eight questions: failed tool, cut, half a call, filter, refusal, lost connection, error, approval. */
export const incident: Scenario = {
  id: 'incident',
  description: 'One incident, start to finish, with the ways in which an answer can end.',
  play: (turn) => chapters[chapterOf(turn.prompt) ?? 'cause'](turn),
}
