'use client'

import type { Ending } from '@antiphon/core'
import type { TextChannel } from '@antiphon/core/channels'
import { type ComponentType, createElement, useContext } from 'react'
import { caret } from '../../lib/caret.js'
import { Markdown } from '../../markdown/index.js'
import { useWords } from '../../strings/strings.js'
import { Reasoning, type ReasoningState } from '../reasoning/reasoning.js'
import { ProseContext, Slot } from '../slots/slots.js'
import { useLateParts } from '../live-parts/use-live-parts.js'
import type { TextPartViewProps } from './text-part.js'

/** The component for each text of an answer. Its root has `data-part`, and `data-row` if it is a row of the ledger. */
export const textPartViews: Readonly<Record<TextChannel, ComponentType<TextPartViewProps>>> = {
  reasoning: ReasoningPart,
  text: ProsePart,
  refusal: ProsePart,
}

const torn = new Set<Ending['kind']>(['length-text', 'filter-midway', 'incomplete', 'error', 'cancelled'])

// One element each for ever, so that settled blocks see no new prop.
const tear = <span data-slot="tear" aria-hidden="true" />

/** How JSON of an object or a list of values begins. Whether it goes on so, the reader of JSON says. */
const jsonBegins = /^\s*(\{\s*(["}]|$)|\[\s*([[{"]|$))/

/** The text of an answer: prose, or data where the whole text is JSON (docs/components.md). */
function ProsePart(props: TextPartViewProps) {
  const { part, isLast, isActive: streaming, ending } = props
  const { strings } = useWords()
  const { markdown } = useContext(ProseContext)
  const isData = part.type === 'text' && jsonBegins.test(part.text)
  const late = useLateParts(isData)
  const isTorn = isLast && part.type === 'text' && torn.has(ending.kind)
  const prose = (
    <div data-slot="prose" data-part={part.key} dir="auto">
      <Markdown
        text={part.text}
        streaming={streaming}
        {...markdown}
        caret={streaming ? caret : undefined}
        tear={isTorn ? tear : undefined}
        strings={strings.markdown}
      />
    </div>
  )
  return isData && late ? createElement(late.StructuredPart, { ...props, isTorn, otherwise: prose }) : prose
}

function ReasoningPart(props: TextPartViewProps) {
  const { part, isActive, live } = props
  return (
    <Slot
      of="Reasoning"
      own={Reasoning}
      data-part={part.key}
      text={part.text}
      ms={part.ms}
      since={isActive ? live?.activeSince : undefined}
      state={reasoningState(props)}
    />
  )
}

function reasoningState({ part, isLast, isActive, live, ending }: TextPartViewProps): ReasoningState {
  if (part.encrypted && part.text === '') return 'hidden'
  if (live) return isActive ? 'streaming' : 'done'
  if (!isLast) return 'done'
  if (ending.kind === 'length-thinking') return 'cut-off'
  return ending.kind === 'error' || ending.kind === 'incomplete' || ending.kind === 'cancelled'
    ? 'stopped'
    : 'done'
}
