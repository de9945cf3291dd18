import { defineTool, type Tool } from '@antiphon/core'
import * as z from 'zod'

/** Long enough to be seen running, in ms. */
const MOMENT = { deploys: 700, metrics: 1_200, health: 500, roll: 900 }

/** Resolves after so many ms. Rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export const realWait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, ms)
    const end = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', end, { once: true })
  })

/** Tools of the tour's story. They play one incident and reach nothing outside of the page. */
export const createIncidentTools = (wait: Wait = realWait): readonly Tool[] => [
  defineTool({
    name: 'get_deploys',
    description: 'Deploys of a service in the last day. Part of the tour: the answer is made up.',
    parameters: z.object({ service: z.string(), region: z.string() }),
    async execute({ service, region }, { signal }) {
      await wait(MOMENT.deploys, signal)
      return [
        { sha: '9f31c2e', at: '22:04', service, region, change: 'pool size 40 to 8' },
        { sha: '7ac04d1', at: '09:12', service, region, change: 'new tax rounding' },
      ]
    },
  }),
  defineTool({
    name: 'query_metrics',
    description: 'Asks the metrics gateway. Part of the tour: it never answers in time.',
    parameters: z.object({ query: z.string(), range: z.string() }),
    async execute(_, { signal }) {
      await wait(MOMENT.metrics, signal)
      throw new Error('504 upstream timeout (metrics-gateway-eu-west-2.internal)')
    },
  }),
  defineTool({
    name: 'check_health',
    description: 'Whether a deploy can take traffic. Part of the tour: the answer is made up.',
    parameters: z.object({ deploy: z.string() }),
    async execute({ deploy }, { signal }) {
      await wait(MOMENT.health, signal)
      return { deploy, healthy: true, image: 'in the registry' }
    },
  }),
  defineTool({
    name: 'post_message',
    description: 'Posts to a channel. Part of the tour: nothing is sent.',
    parameters: z.object({ channel: z.string(), text: z.string() }),
    approval: 'always',
    execute: ({ channel }) => ({ channel, posted: true }),
  }),
  defineTool({
    name: 'rollback_deploy',
    description: 'Replaces a deploy by an older one. Part of the tour: nothing is changed.',
    parameters: z.object({
      service: z.string(),
      from: z.string(),
      to: z.string(),
      region: z.string(),
      strategy: z.string(),
    }),
    approval: 'always',
    async execute({ from, to }, { signal }) {
      await wait(MOMENT.roll, signal)
      return { rolled_back: from, now: to, pool: 40 }
    },
  }),
]
