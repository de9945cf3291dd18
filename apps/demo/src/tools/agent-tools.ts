import { defineTool, type Tool } from '@antiphon/core'
import * as z from 'zod'
import { realWait, type Wait } from './incident-tools.js'
import { words } from '../words/words.js'

const said = words.conversation.agents

/** The work of an agent: its steps, each a look at something, and what it comes back with. */
const jobs = {
  find: {
    steps: ['Search for "pool"', 'Read checkout/pool.ts', 'Read checkout/limits.ts'],
    answer: 'The pool is set in checkout/pool.ts, to 8. Nothing else limits it.',
  },
  measure: {
    steps: ['Read the load of the last seven days', 'Find the fullest minute', 'Count its connections'],
    answer: 'Friday, 18:42: 34 connections at once.',
  },
}
const STEP_MS = 600

/** A plan, and agents that help with it. They play a story and reach nothing outside of the page. */
export const createAgentTools = (wait: Wait = realWait): readonly Tool[] => [
  defineTool({
    name: 'update_plan',
    title: ({ plan }) =>
      plan
        ? said.plan(plan.filter(({ status }) => status === 'completed').length, plan.length)
        : said.planAlone,
    description: 'Writes down the plan and how far it is. Send the whole plan each time.',
    parameters: z.object({
      plan: z.array(z.object({ step: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) })),
    }),
    execute: () => 'The plan is shown.',
  }),
  defineTool({
    name: 'ask_agent',
    description: 'Gives a task to another agent and waits for it. Part of the script: the answer is made up.',
    parameters: z.object({ task: z.string() }),
    async execute({ task }, { signal, report }) {
      const { steps, answer } = /measure/i.test(task) ? jobs.measure : jobs.find
      for (const [at, title] of steps.entries()) {
        report({ type: 'step', id: String(at), title })
        report(title)
        await wait(STEP_MS, signal)
        report({ type: 'step', id: String(at), state: 'done' })
      }
      return answer
    },
  }),
]
