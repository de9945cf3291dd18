import type { Scenario } from '../script/scenario.js'
import { say } from '../script/step.js'
import { lighthouse } from './lighthouse.js'

/** An error event after some text; the stream ends there. */
export const errorMidstream: Scenario = {
  id: 'error-midstream',
  description: 'An error event after some text.',
  play: () => [
    say(lighthouse),
    {
      type: 'error',
      error: {
        message: 'The server had an error while processing your request. The text so far is all there is.',
        type: 'server_error',
        param: null,
        code: 'internal_error',
      },
    },
  ],
}
