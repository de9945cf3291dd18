'use client'

import { standsAlone, cx, useEntryWords } from '@antiphon/ui/parts'
import type { RedactionFinding, Review } from '../../redact/types.js'
import { useId, type ComponentProps } from 'react'
import { englishRedact } from './english.js'
import { useWords } from '@antiphon/ui'
import { AddRedaction } from './add-redaction.js'
import { FindingRow } from './finding-row.js'

/** The findings, and which of them the person keeps. */
export interface RedactionReviewProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** The findings of `review` of `@antiphon/devtools/redact`. */
  review: Review
  /** Ids of the findings that stay as they are. */
  kept: ReadonlySet<string>
  onKept: (kept: ReadonlySet<string>) => void
  /** Texts that the user added so far. */
  added: readonly string[]
  /** Reviews again with these texts. */
  onAdded: (added: readonly string[]) => void
}

/**
 * Reviews the private values of a transcript before it leaves: each has its kind and its places, and is replaced or kept, one by
 * one or by kind. More texts to replace can be added. The host holds the state.
 */
export const RedactionReview = /* @__PURE__ */ standsAlone(function RedactionReview(
  props: RedactionReviewProps,
) {
  const { review, kept, onKept, added, onAdded, className, ...rest } = props
  const words = useEntryWords('redact', englishRedact)
  const { formats } = useWords()
  const { findings } = review
  const id = useId()
  const byKind = new Map<string, RedactionFinding[]>()
  for (const finding of findings) byKind.set(finding.kind, [...(byKind.get(finding.kind) ?? []), finding])
  const keep = (some: readonly RedactionFinding[], isKept: boolean): void => {
    const next = new Set(kept)
    for (const one of some)
      if (isKept) next.add(one.id)
      else next.delete(one.id)
    onKept(next)
  }
  const replaced = findings.filter((finding) => !kept.has(finding.id)).length

  return (
    <section
      aria-labelledby={id}
      data-slot="redaction-review"
      className={cx('ap:flex ap:flex-col ap:gap-3', className)}
      {...rest}
    >
      <h3 id={id} className="ap:text-row ap:font-title">
        {words.label}
      </h3>
      <p role="status" className="ap:text-data ap:text-text-2">
        {findings.length === 0
          ? words.none
          : words.counted(formats.number(replaced), formats.number(findings.length))}
      </p>
      {[...byKind].map(([kind, some]) => (
        <KindGroup key={kind} kind={kind} findings={some} kept={kept} onKeep={keep} />
      ))}
      <AddRedaction added={added} onAdded={onAdded} />
    </section>
  )
})

interface KindGroupProps {
  kind: string
  findings: readonly RedactionFinding[]
  kept: ReadonlySet<string>
  onKeep: (findings: readonly RedactionFinding[], isKept: boolean) => void
}

function KindGroup({ kind, findings, kept, onKeep }: KindGroupProps) {
  const words = useEntryWords('redact', englishRedact)
  const { formats } = useWords()
  const id = useId()
  // A rule of the host's own has a kind of its own.
  const named = (words.kinds as Readonly<Record<string, string>>)[kind] ?? kind
  const count = findings.filter((finding) => kept.has(finding.id)).length
  return (
    <section aria-labelledby={id} className="ap:flex ap:flex-col ap:gap-1.5">
      <h4 className="ap:text-row ap:font-title">
        <label className="ap:flex ap:min-h-6 ap:items-center ap:gap-2 ap:pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="ap:size-4 ap:flex-none ap:appearance-auto ap:accent-accent"
            aria-label={words.all(named)}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < findings.length
            }}
            checked={count === 0}
            onChange={(event) => onKeep(findings, !event.target.checked)}
          />
          <span id={id}>
            {named} <span className="ap:text-data ap:text-text-3">{formats.number(findings.length)}</span>
          </span>
        </label>
      </h4>
      <ul className="ap:m-0 ap:flex ap:list-none ap:flex-col ap:gap-1.5 ap:p-0">
        {findings.map((finding) => (
          <FindingRow
            key={finding.id}
            finding={finding}
            isKept={kept.has(finding.id)}
            onKeep={(isKept) => onKeep([finding], isKept)}
          />
        ))}
      </ul>
    </section>
  )
}
