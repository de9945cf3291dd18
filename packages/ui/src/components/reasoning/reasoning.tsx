'use client'

import { useIsForPeople } from '../context/audience-context.js'
import { useNow } from '../../lib/use-now.js'
import { useEffect, useState } from 'react'
import type { IconName } from '../../icons/icon-shapes.js'
import { Icon } from '../../icons/icon.js'
import { caret } from '../../lib/caret.js'
import { GrowingText } from '../../lib/growing-text.js'
import { useEndInView } from '../../lib/use-end-in-view.js'
import { SHOWN_FROM_MS } from '../../strings/formats.js'
import { useWords, type Words } from '../../strings/strings.js'
import { useFold, type FoldControl } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { FoldedRow, type RowSlot } from '../status-row/status-row.js'

export type ReasoningState = 'streaming' | 'done' | 'cut-off' | 'stopped' | 'hidden'

/** Thinking shorter than this never opens the block. */
const OPEN_AFTER_MS = 400

/**
 * Opens the thinking block after 400 ms of thinking, and when an answer ended during thinking. Closes it in the frame in
 * which the answer begins; later the first lines would jump while they are read. After the reader has touched it, only the
 * reader moves it.
 */
function useThinkingFold(state: ReasoningState, mode: 'open' | 'compact', defaultOpen: boolean): FoldControl {
  const endedEarly = state === 'cut-off' || state === 'stopped'
  const [wanted, setWanted] = useState(defaultOpen || endedEarly)
  const [previous, setPrevious] = useState(state)
  if (previous !== state) {
    setPrevious(state)
    if (endedEarly) setWanted(true)
    else if (state === 'done' && !defaultOpen) setWanted(false)
  }

  useEffect(() => {
    if (mode === 'compact' || state !== 'streaming') return
    const timer = setTimeout(() => setWanted(true), OPEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state, mode])

  return useFold(wanted)
}

export interface ReasoningProps extends RootProps<'div', RowSlot | 'title' | 'fold' | 'reasoning-body'> {
  text: string
  state: ReasoningState
  /** How long the thinking took, in ms. Absent: the title says "Thought", never a guess. */
  ms?: number
  /** Epoch ms at which thinking began, for the time that counts up while it streams. */
  since?: number
  /** `compact` never opens by itself. Default `open`. */
  mode?: 'open' | 'compact'
  defaultOpen?: boolean
}

const icons: Record<ReasoningState, IconName> = {
  streaming: 'thinking',
  done: 'thinking',
  'cut-off': 'cut-off',
  stopped: 'cancelled',
  hidden: 'hidden',
}

/** The thinking of the model, one row until it is opened. */
export function Reasoning(props: ReasoningProps) {
  const { text, state, ms, since, mode = 'open', defaultOpen = false, ...rest } = props
  const words = useWords()
  const { strings } = words
  const fold = useThinkingFold(state, mode, defaultOpen)
  const now = useNow(state === 'streaming' && since !== undefined, 250)
  const elapsed = state === 'streaming' && since !== undefined ? now - since : ms
  const title = reasoningTitle(state, useIsForPeople() ? undefined : elapsed, words)
  const hasBody = text.trim() !== ''
  const keptOpen = state === 'done' && fold.touched && fold.open

  return (
    <Root slot="reasoning" data-row="" data-state={state} {...rest}>
      <FoldedRow
        mark={<Icon name={icons[state]} />}
        state={state === 'cut-off' ? state : undefined}
        fold={fold}
        words={
          <>
            <Part slot="title" className={fold.open && hasBody ? 'ap:font-name ap:text-text' : undefined}>
              {title}
            </Part>
            {keptOpen && (
              <span className="ap:ms-1 ap:text-data ap:text-text-3">{strings.reasoning.keptOpen}</span>
            )}
          </>
        }
      >
        {hasBody ? (
          <Body
            text={text}
            streaming={state === 'streaming'}
            open={fold.open}
            label={strings.reasoning.body}
            onReadBack={fold.reveal}
          />
        ) : undefined}
      </FoldedRow>
    </Root>
  )
}

function reasoningTitle(
  state: ReasoningState,
  elapsed: number | undefined,
  { strings, formats }: Words,
): string {
  const figure = elapsed === undefined || elapsed < SHOWN_FROM_MS ? undefined : formats.roughDuration(elapsed)
  switch (state) {
    case 'streaming':
      return strings.reasoning.streaming(figure)
    case 'done':
      return strings.reasoning.done(figure)
    case 'cut-off':
      return strings.reasoning['cut-off']
    case 'stopped':
      return strings.reasoning.stopped
    case 'hidden':
      return strings.reasoning.hidden
    default:
      return state satisfies never
  }
}

interface BodyProps {
  text: string
  streaming: boolean
  open: boolean
  label: string
  /** Called when the reader scrolls up in it. */
  onReadBack(): void
}

/** Follows its own end while text arrives, until the reader scrolls up in it. */
function Body({ text, streaming, open, label, onReadBack }: BodyProps) {
  // A capped box stays capped until it is closed. Showing all of it would move the text.
  const [capped, setCapped] = useState(streaming)
  if (streaming ? !capped : capped && !open) setCapped(streaming)
  const box = useEndInView<HTMLDivElement>(text, streaming, onReadBack)
  return (
    <Part
      as="div"
      slot="reasoning-body"
      data-streaming={streaming ? '' : undefined}
      data-capped={capped ? '' : undefined}
      dir="auto"
      // The box scrolls while it is capped; only then it needs a stop of its own.
      tabIndex={capped ? 0 : undefined}
      role={capped ? 'group' : undefined}
      aria-label={capped ? label : undefined}
      {...box}
    >
      <GrowingText text={text.trim()} end={streaming && caret} />
    </Part>
  )
}
