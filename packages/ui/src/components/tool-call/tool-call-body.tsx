'use client'

import type { ContentPart, LiveCall, PairedCall, ToolMessage } from '@antiphon/core'
import { useRef, type RefObject, Suspense, useContext, type ReactNode } from 'react'
import { type JsonReading, prettyJson } from '../../lib/json.js'
import { ErrorBoundary } from '../../lib/react.js'
import { GrowingText } from '../../lib/growing-text.js'
import { revealText, RevealedText } from '../../lib/reveal-text.js'
import { stripColors } from '../../lib/text.js'
import { useEndInView } from '../../lib/use-end-in-view.js'
import { useWords } from '../../strings/strings.js'
import { ContentPartView } from '../attachment/content-part-view.js'
import { Part } from '../part/part.js'
import { Slot, SlotComponentsContext } from '../slots/slots.js'
import { ToolArgs } from '../tool-args/tool-args.js'
import { LongText } from '../tool-result/long-results.js'
import { ToolResult } from '../tool-result/tool-result.js'
import { readSteps, ToolSteps } from '../tool-steps/tool-steps.js'
import { agentMessages } from './agent-messages.js'
import { AgentSlot } from './agent-slot.js'
import { resultText } from './call-result-text.js'
import { ClosedBody } from './closed-body.js'
import { findRenderer, ToolRenderersContext, type ToolRendererView } from './tool-renderers.js'
import { useLayout } from '../../lib/use-layout.js'
import { useShownName } from './tool-title.js'

/** Length of the end of a growing argument that fills a row. */
export const TAIL = 90

export function tailOf(rawArguments: string): string {
  return rawArguments.length > TAIL ? `…${rawArguments.slice(-TAIL)}` : rawArguments
}

export interface WrittenTail {
  ref: RefObject<HTMLElement | null>
  /** True when the element's text is up to date. False when it has hidden characters and needs a render. */
  isWritten: boolean
}

/**
 * Updates the end of growing arguments directly in its text node. With twenty parallel calls nothing else changes in a
 * frame. React stays the owner of the node: its next render uses the same arguments and finds the text already there.
 */
export function useWrittenTail(rawArguments: string): WrittenTail {
  const ref = useRef<HTMLElement>(null)
  const tail = tailOf(rawArguments)
  const segments = revealText(tail)
  const isWritten = segments.length === 1 && segments[0]!.type === 'text'
  useLayout(() => {
    const node = ref.current?.firstChild
    if (isWritten && node?.nodeType === 3 && node.nodeValue !== tail) node.nodeValue = tail
  }, [isWritten, tail])
  return { ref, isWritten }
}

export interface ToolCallBodyProps {
  call: PairedCall
  live?: LiveCall
  json: JsonReading
  /** The name as it may be shown. */
  name: string
  open: boolean
}

/**
 * The content of an opened row: the host's view of the tool, else arguments over result. A host's view renders behind a
 * closed row too, because only it knows its words.
 */
export function ToolCallBody({ call, live, json, name, open }: ToolCallBodyProps) {
  const rawName = call.call.function.name
  const renderer = findRenderer(useContext(ToolRenderersContext), rawName)
  const { ToolArgs: args, ToolResult: result } = useContext(SlotComponentsContext)
  const plain = <PlainBody call={call} live={live} json={json} name={name} />
  if (!renderer || renderer.present === 'card')
    return args || result ? (
      plain
    ) : (
      <ClosedBody open={open} call={call} live={live} json={json}>
        {plain}
      </ClosedBody>
    )
  return (
    <HostView View={renderer.View} call={call} live={live} json={json} name={name}>
      {plain}
    </HostView>
  )
}

/** The host's view of a call. Shows `children` while it loads, and when it throws. */
export function HostView({
  View,
  call,
  live,
  json,
  name,
  children,
}: Omit<ToolCallBodyProps, 'open'> & { View: ToolRendererView; children?: ReactNode }) {
  return (
    <ErrorBoundary
      resetKey={call}
      renderFallback={() => <FailedRenderer name={name}>{children}</FailedRenderer>}
    >
      <Suspense fallback={children}>
        <View
          call={call}
          name={call.call.function.name}
          title={name}
          input={json.ok ? json.value : undefined}
          details={call.result?.details}
          live={live}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

function FailedRenderer({ name, children }: { name: string; children: ReactNode }) {
  const { strings } = useWords()
  return (
    <>
      <p className="ap:py-1 ap:text-data ap:text-danger">{strings.call.rendererFailed(name)}</p>
      {children}
    </>
  )
}

/** Arguments over result, as the kit shows them. */
export function PlainBody({ call, live, json, name: given }: Omit<ToolCallBodyProps, 'open'>) {
  const { strings } = useWords()
  const name = useShownName(given)
  const { state, result } = call
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
      {steps.length > 0 && <ToolSteps steps={steps} label={strings.call.stepsOf(name)} />}
      {state === 'running' && live?.output && (
        <Output text={live.output} label={strings.call.outputOf(name)} />
      )}
      {partial.length > 0 && <PartialResult parts={partial} isRunning={state === 'running'} />}
      {error !== '' && <LongText slot="error" text={error} label={strings.call.resultOf(name)} name={name} />}
      {result && error === '' && <Slot of="ToolResult" own={ToolResult} result={result} name={name} />}
      {result && error !== '' && <Beside result={result} name={name} />}
      {agent && <AgentSlot messages={agent} name={name} />}
    </Part>
  )
}

/** A result that is not complete yet, such as a coarse picture. A newer one takes its place. */
function PartialResult({ parts, isRunning }: { parts: readonly ContentPart[]; isRunning: boolean }) {
  const { strings } = useWords()
  return (
    <div data-slot="partial-result">
      {parts.map((part, index) => (
        <div data-slot="result-part" key={index}>
          <ContentPartView part={part} />
        </div>
      ))}
      <p data-slot="nothing">{isRunning ? strings.call.partialSoFar : strings.call.partialLeft}</p>
    </div>
  )
}

/** The other data of a failed call, such as a screenshot or the value behind the message. */
function Beside({ result, name }: { result: ToolMessage; name: string }) {
  const parts = Array.isArray(result.content) ? result.content.filter((part) => part?.type !== 'text') : []
  if (parts.length === 0 && result.details === undefined) return null
  return <ToolResult result={{ ...result, content: parts }} name={name} />
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

/** A number from 0 to 1 is a bar below the tool's words; any other value is words too. */
export function Progress({ live: { progress, words } = {} }: { live?: Partial<LiveCall> }) {
  const { strings, formats } = useWords()
  const value = typeof progress === 'number' && progress >= 0 && progress <= 1 ? progress : undefined
  const other = value === undefined && progress !== undefined ? prettyJson(progress) : undefined
  const text = [words, other].filter(Boolean).join(' ')
  const label = strings.call.progress(`${formats.number((value ?? 0) * 100)} %`)
  return (
    <>
      {text !== '' && (
        <div data-slot="progress">
          <RevealedText text={text} />
        </div>
      )}
      {value !== undefined && (
        <div data-slot="progress">
          <div
            role="progressbar"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(value * 100)}
            aria-label={label}
          >
            <div style={{ inlineSize: `${value * 100}%` }} />
          </div>
          <span>{label}</span>
        </div>
      )}
    </>
  )
}
