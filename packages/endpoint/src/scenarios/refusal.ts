import type { Scenario } from '../script/scenario.js'

/** Declines on `delta.refusal`, as OpenAI does; `content` stays empty. */
export const refusal: Scenario = {
  id: 'refusal',
  description: 'Declines, in the refusal field.',
  play: () => [
    {
      type: 'refusal',
      text: 'I can’t help with getting into somebody else’s account. If it is your own, the recovery page of the service is the way back in.',
    },
  ],
}
