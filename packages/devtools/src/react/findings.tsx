'use client'

import type { Repair } from '@antiphon/core/wire'
import { type Finding, lintTranscript } from '@antiphon/lint'
import { useEffect, useState, useMemo } from 'react'
import { Button, type IconName, Icon, copyText, RevealedText } from '@antiphon/ui'
import { useAnnounce } from '@antiphon/ui/parts'
import { prettyJson, clip } from '@antiphon/ui/functions'
import { useInspectorWords } from './words.js'

export interface CopyTextButtonProps {
  label: string
  /** Shown where there is little room; the label is still the name. Default: the label. */
  words?: string
  getText: () => string
  disabled?: boolean
}

const SHOW_MS = 1_500

/** A button with words that copies. It says for a moment whether that worked. */
export function CopyTextButton({ label, words, getText, disabled }: CopyTextButtonProps) {
  const { inspector } = useInspectorWords()
  const announce = useAnnounce()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), SHOW_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    const next = (await copyText(getText())) ? 'copied' : 'copyFailed'
    setOutcome(next)
    announce(inspector[next])
  }
  const icon = outcome === 'copied' ? 'done' : outcome ? 'error' : 'copy'
  return (
    <Button
      variant="small"
      aria-label={words && label}
      aria-disabled={disabled}
      data-state={outcome}
      onClick={() => void copy()}
    >
      <Icon name={icon} />
      {words ?? label}
    </Button>
  )
}

export interface RepairsProps {
  title?: string
  /** Repairs of an answer, or what left otherwise than it is stored: the same shape. */
  repairs: readonly Repair[]
}

const VALUE_LENGTH = 300

/** Repairs of an exchange: the name of each broken rule, and how it was repaired. */
export function Repairs({ title, repairs }: RepairsProps) {
  const { inspector } = useInspectorWords()
  return (
    <section data-slot="wire-repairs">
      {title && <h3 data-slot="wire-heading">{title}</h3>}
      <ul role="list">
        {repairs.map(({ rule, where, before, after }, index) => (
          <li key={index}>
            <code>{rule}</code>
            {where && (
              <span className="ap:text-text-3">
                {' '}
                {inspector.repairAt}{' '}
                <code>
                  <RevealedText text={where} />
                </code>
              </span>
            )}
            <Change name={inspector.before} value={before} />
            <Change name={inspector.after} value={after} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Change({ name, value }: { name: string; value: unknown }) {
  if (value === undefined) return null
  const text = typeof value === 'string' && value !== '' ? value : prettyJson(value)
  const shown = clip(text, VALUE_LENGTH)
  return (
    <span data-slot="wire-change">
      <span className="ap:text-text-3">{name} </span>
      <code>
        <RevealedText text={shown.length < text.length ? `${shown}…` : shown} padding />
      </code>
    </span>
  )
}

const icons: Record<Finding['severity'], IconName> = { error: 'error', warning: 'alert', info: 'notice' }

/** Findings at once; a broken thread repeats itself. */
const SHOWN = 100

/** Lints messages for the endpoint that reads them. An unknown profile adds nothing. */
export function useFindings(
  messages: readonly unknown[],
  profile: string | undefined,
  model: string | undefined,
) {
  return useMemo(() => {
    const options = model === undefined ? {} : { model }
    try {
      return lintTranscript(messages, profile, options)
    } catch {
      // A profile of the host's own has no name here.
      return lintTranscript(messages, undefined, options)
    }
  }, [messages, profile, model])
}

/** The findings of lint in the messages, each with its effect. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { inspector, formats } = useInspectorWords()
  return (
    <section data-slot="wire-findings">
      <h3 data-slot="wire-heading">{inspector.findings}</h3>
      {findings.length === 0 && <p data-slot="wire-hint">{inspector.noFindings}</p>}
      <ul role="list">
        {findings.slice(0, SHOWN).map((finding, index) => (
          <li key={index} data-severity={finding.severity}>
            <span data-slot="wire-mark">
              <Icon name={icons[finding.severity]} />
              <span className="ap:sr-only">{inspector.severity[finding.severity]} </span>
            </span>
            <div className="ap:min-w-0 ap:flex-1">
              <p>
                <RevealedText text={finding.message} />
              </p>
              <p className="ap:text-text-2">
                <RevealedText text={finding.effect} />
              </p>
              <p className="ap:text-text-3">
                <code>{finding.rule}</code> <code>{finding.path}</code>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {findings.length > SHOWN && (
        <p data-slot="wire-hint">
          {inspector.findingsCount(findings.length, formats.number(findings.length))}
        </p>
      )}
    </section>
  )
}
