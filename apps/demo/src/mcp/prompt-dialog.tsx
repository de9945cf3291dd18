import type { PersonAnswer } from '@antiphon/core'
import type { PromptFromMcp, ResourceFromMcp } from '@antiphon/mcp'
import { Button, ToolQuestion } from '@antiphon/ui'
import { Modal } from '@antiphon/ui/parts'
import { useEffect, useRef, useState } from 'react'
import { words } from '../words/words.js'
import { attachFiles, takePrompt, type Target } from './take-prompt.js'

/** The prompt or resource that was chosen in the palette. */
export type Chosen = { prompt: PromptFromMcp } | { resource: ResourceFromMcp }

export interface PromptDialogProps {
  chosen: Chosen
  target: Target
  /** Called with what was done, in words; without, when nothing was. */
  onDone: (words?: string) => void
}

const said = words.mcp
/** Until a server must have given a prompt or a resource, ms. */
const SILENT_MS = 30_000

/** Asks for the arguments of a prompt, gets it or a resource from its server, and says what is wrong. */
export function PromptDialog({ chosen, target, onDone }: PromptDialogProps) {
  const [problem, setProblem] = useState<string>()
  const stop = useRef(new AbortController())
  const question = 'prompt' in chosen ? chosen.prompt.question : undefined
  const { title } = 'prompt' in chosen ? chosen.prompt : chosen.resource

  const take = async (values?: Readonly<Record<string, unknown>>): Promise<void> => {
    const { signal } = stop.current
    try {
      const done = await run(chosen, target, values, signal)
      if (signal.aborted) return
      if (done === undefined) setProblem(said.busy)
      else onDone(done)
    } catch (error) {
      if (!signal.aborted) setProblem(said.failed((error as Error).message.slice(0, 500)))
    }
  }
  useEffect(() => {
    stop.current = new AbortController()
    if (!question) void take()
    return () => stop.current.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- once for what was chosen
  }, [chosen])
  const answer = async (given: PersonAnswer): Promise<readonly string[]> => {
    if (given.type === 'accept') await take(given.content)
    else onDone()
    return []
  }
  return (
    <Modal aria-label={title} onClose={() => onDone()}>
      <div className="flex flex-col gap-3 p-4">
        <h2 className="text-prose font-heading">{title}</h2>
        {question ? (
          <ToolQuestion question={question} onAnswer={answer} />
        ) : (
          problem === undefined && <p role="status">{said.states.connecting}</p>
        )}
        {problem !== undefined && (
          <p role="alert" className="text-row wrap-anywhere text-danger">
            {problem}
          </p>
        )}
        {(problem !== undefined || !question) && (
          <div>
            <Button onClick={() => onDone()}>{said.close}</Button>
          </div>
        )}
      </div>
    </Modal>
  )
}

/** Returns a sentence that says what was done; undefined while an answer is under way. */
async function run(
  chosen: Chosen,
  target: Target,
  values: Readonly<Record<string, unknown>> | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options = { signal, timeout: SILENT_MS }
  if ('resource' in chosen) {
    const files = await chosen.resource.read(options)
    if (signal.aborted) return undefined
    attachFiles(target, files)
    return said.attached(files.map(({ name }) => name).join(', '))
  }
  const messages = await chosen.prompt.get(values, options)
  if (signal.aborted) return undefined
  const where = takePrompt(target, messages)
  return where === 'busy' ? undefined : where === 'box' ? said.taken : said.takenThread
}
