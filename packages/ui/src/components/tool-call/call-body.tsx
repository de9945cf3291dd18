'use client'

import type { ContentPart, LiveCall, PairedCall } from '@antiphon/core'
import { useContext } from 'react'
import type { JsonReading } from '../../lib/json.js'
import { GrowingText } from '../../lib/growing-text.js'
import { stripColors } from '../../lib/text.js'
import { useEndInView } from '../../lib/use-end-in-view.js'
import { englishCallBody } from '../../strings/english-late.js'
import { useEntryWords } from '../../strings/use-entry-words.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Part } from '../part/part.js'
import { Slot, SlotComponentsContext } from '../slots/slots.js'
import { ToolArgs } from '../tool-args/tool-args.js'
import { LongText } from '../tool-result/long-results.js'
import { ToolResult, WordsOfResult, type ToolResultProps } from '../tool-result/tool-result.js'
import { useIsForPeople } from '../context/audience-context.js'
import { readSteps, ToolSteps } from '../tool-steps/tool-steps.js'
import { agentMessages } from './agent-messages.js'
import { AgentTranscript } from './agent-transcript.js'
import { resultText } from './call-result-text.js'
import { ClosedBody } from './closed-body.js'
import { Progress } from './progress.js'
import { useShownName } from './tool-title.js'

export interface ToolCallBodyProps {
  call: PairedCall
  live?: LiveCall
  json: JsonReading
  /** The name as it may be shown. */
  name: string
  open: boolean
}

/**
 * Arguments over result. Until it is opened it is one text of its words, unless the host draws a part of it: only the host knows the
 * words of that.
 */
export function CallBody({ open, ...props }: ToolCallBodyProps) {
  const { ToolArgs: args, ToolResult: result } = useContext(SlotComponentsContext)
  const whole = <WholeBody {...props} />
  if (args || result) return whole
  return (
    <ClosedBody open={open} call={props.call} live={props.live} json={props.json}>
      {whole}
    </ClosedBody>
  )
}

function WholeBody({ call, live, json, name: given }: Omit<ToolCallBodyProps, 'open'>) {
  const words = useEntryWords('call', englishCallBody)
  const name = useShownName(given)
  const { state, result } = call
  const Result = useIsForPeople() ? WordsOfResult : ToolResult
  const steps = readSteps(live?.steps, result)
  const error = state === 'error' ? resultText(result) : ''
  const agent = agentMessages(result)
  const partial = call.call.providerRun?.partial ?? []
  return (
    <Part as="div" slot="tool-call-body">
      <Slot
        of="ToolArgs"
        own={ToolArgs}
        raw={call.call.function.arguments}
        json={json}
        name={name}
        state={state}
        fold
      />
      {state === 'running' && <Progress live={live} />}
      {steps.length > 0 && <ToolSteps steps={steps} label={words.stepsOf(name)} />}
      {state === 'running' && live?.output && <Output text={live.output} label={words.outputOf(name)} />}
      {partial.length > 0 && <PartialResult parts={partial} isRunning={state === 'running'} />}
      {error !== '' && <LongText slot="error" text={error} label={words.resultOf(name)} name={name} />}
      {result && error === '' && <Slot of="ToolResult" own={Result} result={result} name={name} />}
      {result && error !== '' && <Beside own={Result} result={result} name={name} />}
      {agent && <AgentTranscript messages={agent} name={name} />}
    </Part>
  )
}

/** A result that is not complete yet, such as a coarse picture. A newer one takes its place. */
function PartialResult({ parts, isRunning }: { parts: readonly ContentPart[]; isRunning: boolean }) {
  const words = useEntryWords('call', englishCallBody)
  return (
    <div data-slot="partial-result">
      {parts.map((part, index) => (
        <div data-slot="result-part" key={index}>
          <ContentPartView part={part} />
        </div>
      ))}
      <p data-slot="nothing">{isRunning ? words.partialSoFar : words.partialLeft}</p>
    </div>
  )
}

/** The other data of a failed call, such as a screenshot or the value behind the message. */
function Beside({
  own: Result,
  result,
  name,
}: ToolResultProps & { own: typeof ToolResult | typeof WordsOfResult }) {
  const parts = Array.isArray(result.content) ? result.content.filter((part) => part?.type !== 'text') : []
  if (parts.length === 0 && result.details === undefined) return null
  return <Result result={{ ...result, content: parts }} name={name} />
}

/** The output of a running tool. Its end stays in view until the reader scrolls up. */
function Output({ text, label }: { text: string; label: string }) {
  const box = useEndInView<HTMLPreElement>(text)
  return (
    <pre data-slot="raw" data-live="" tabIndex={0} role="group" aria-label={label} {...box}>
      <GrowingText text={stripColors(text)} />
    </pre>
  )
}
