import { defineTool } from '@antiphon/core'
import * as z from 'zod'
import { runInSandbox } from './sandbox/run-in-sandbox.js'

/** Code of the model. A person sees it before it runs; it runs in a sandbox without network, for ten seconds at most. */
export const runJavascript = defineTool({
  name: 'run_javascript',
  description:
    'Runs JavaScript in a sandbox without network or page, as the body of an async function. Use return for the result and console.log to show the way. No import(). Ends after 10 seconds, or when it prints or returns more than a million characters.',
  parameters: z.object({ code: z.string().describe('Such as: return [1, 2, 3].map((n) => n ** 2)') }),
  approval: 'always',
  timeout: 10_000,
  async execute({ code }, { signal, report }) {
    let output = ''
    const onOutput = (text: string): void => {
      output += text
      report({ type: 'output', text })
    }
    const value = await runInSandbox(code, { signal, onOutput })
    return { ...(output && { output }), returned: value ?? null }
  },
})
