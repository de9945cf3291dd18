'use client'

import { listOf, recordOf } from '@antiphon/base'
import type { LiveCall, ToolMessage, ToolStep } from '@antiphon/core'
import { Icon } from '../../icons/icon.js'
import { RevealedText } from '../../lib/reveal-text.js'
import { useWords } from '../../strings/strings.js'
import { Part, Root, type RootProps } from '../part/part.js'

const states: readonly unknown[] = ['queued', 'running', 'done', 'error', 'cancelled']

/** The steps of a call: those of the run while it runs, afterwards those kept with the result. Stored data may be anything. */
export function readSteps(live: LiveCall['steps'], result: ToolMessage | undefined): readonly ToolStep[] {
  const kept: unknown = live ?? result?.metadata?.['antiphon.steps']
  return listOf(kept).filter(isStep)
}

function isStep(value: unknown): value is ToolStep {
  const { id, title, state } = recordOf(value)
  return typeof id === 'string' && typeof title === 'string' && states.includes(state)
}

export interface ToolStepsProps extends RootProps<'ol', 'tool-step' | 'mark'> {
  steps: readonly ToolStep[]
  /** Name of the list for screen readers. */
  label: string
}

/** The steps that a tool reported, as a list of lists: what a sub-agent or a long job does, and how each part went. */
export function ToolSteps({ steps, label, ...rest }: ToolStepsProps) {
  return <Level steps={topSteps(steps)} all={steps} label={label} {...rest} />
}

/** Steps without a parent. A parent that was never reported, or a circle of parents, must not hide a step. */
function topSteps(steps: readonly ToolStep[]): ToolStep[] {
  const parents = new Map(steps.map(({ id, parent }) => [id, parent]))
  return steps.filter(({ id }) => {
    const path = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && parents.has(at) && !path.has(at)) {
      path.add(at)
      at = parents.get(at)
    }
    // A circle is entered once, at its first step.
    const ring = at !== undefined && path.has(at)
    return ring ? steps.find((step) => path.has(step.id))?.id === id : path.size === 1
  })
}

function Level({ steps, all, label, ...rest }: ToolStepsProps & { all: readonly ToolStep[] }) {
  const shown = new Set(steps.map(({ id }) => id))
  return (
    <Root as="ol" role="list" slot="tool-steps" aria-label={label} {...rest}>
      {steps.map((step) => {
        const others = all.filter(({ id }) => !shown.has(id))
        const children = others.filter(({ parent }) => parent === step.id)
        return (
          <li key={step.id} data-state={step.state}>
            <StepRow step={step} />
            {children.length > 0 && (
              <Level steps={children} all={others} label={step.title} slots={rest.slots} />
            )}
          </li>
        )
      })}
    </Root>
  )
}

function StepRow({ step }: { step: ToolStep }) {
  const { strings, formats } = useWords()
  return (
    <Part as="div" slot="tool-step">
      <Part slot="mark">
        <Icon name={step.state} />
        <span className="ap:sr-only">{strings.call.state[step.state]}: </span>
      </Part>
      <span className="ap:min-w-0 ap:flex-1">
        <RevealedText text={step.title} />
        {step.detail !== undefined && (
          <span className="ap:text-text-3">
            {' '}
            <RevealedText text={step.detail} />
          </span>
        )}
      </span>
      {step.durationMs !== undefined && (
        <span className="ap:tabular-nums ap:text-text-3">{formats.duration(step.durationMs)}</span>
      )}
    </Part>
  )
}
