'use client'

import type { ModelInfo } from '@antiphon/providers'
import { useMemo } from 'react'
import { Icon, useWords } from '@antiphon/ui'
import { englishShell } from '../strings/english-shell.js'
import { type EntryStrings, useEntryWords } from '@antiphon/ui/parts'
import type { ModelLine } from './model-groups.js'

/** The words of one line: a model with what the server says of it, an id as typed, or something to do. */
export function ModelLineWords({ line, isUsed }: { line: ModelLine; isUsed: boolean }) {
  const words = useEntryWords('shell', englishShell)
  if (line.type === 'typed')
    return (
      <span className="ap:min-w-0 ap:wrap-anywhere">
        {words.modelUse} <b className="ap:font-medium">{line.id}</b>
      </span>
    )
  if (line.type === 'action')
    return (
      <>
        <span className="ap:flex-none ap:text-text-3 ap:empty:hidden">
          {typeof line.action.icon === 'string' ? <Icon name={line.action.icon} /> : line.action.icon}
        </span>
        <span className="ap:min-w-0 ap:flex-1">{line.action.label}</span>
      </>
    )
  return <ModelWords model={line.model} isUsed={isUsed} />
}

function ModelWords({ model, isUsed }: { model: ModelInfo; isUsed: boolean }) {
  const words = useEntryWords('shell', englishShell)
  const { locale } = useWords().formats
  const short = useMemo(
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 0 }),
    [locale],
  )
  const { id, name, description, contextLength } = model
  const line = [name, description].filter(Boolean).join('. ')
  return (
    <>
      <span className="ap:min-w-0 ap:flex-1">
        <span className="ap:flex ap:flex-wrap ap:items-center ap:gap-x-1.5">
          <span className="ap:font-medium ap:wrap-anywhere">{id}</span>
          {tagsOf(model, words).map((tag) => (
            <span
              key={tag}
              className="ap:rounded-code ap:bg-hover ap:px-1.5 ap:text-[.75rem] ap:leading-[1.125rem] ap:text-text-2"
            >
              {tag}
            </span>
          ))}
        </span>
        {line && (
          <span title={line} className="ap:block ap:truncate ap:text-data ap:text-text-3">
            {line}
          </span>
        )}
      </span>
      {contextLength !== undefined && (
        <span className="ap:flex-none ap:text-data ap:text-text-3 ap:tabular-nums">
          {short.format(contextLength).toLowerCase()}
          <span className="ap:sr-only"> {words.modelContext}</span>
        </span>
      )}
      <span className="ap:w-4 ap:flex-none">
        {isUsed && (
          <>
            <Icon name="done" className="ap:text-accent" />
            <span className="ap:sr-only">{words.modelInUse}</span>
          </>
        )}
      </span>
    </>
  )
}

/** The abilities of a model as the server states them. The rest is not guessed. */
function tagsOf({ kind, capabilities, available }: ModelInfo, words: EntryStrings['shell']): string[] {
  const { tools, reasoning, input } = capabilities ?? {}
  const tags = [
    available === false && words.modelGone,
    kind === 'embedding' && words.modelEmbedding,
    kind === 'other' && words.modelOther,
    input?.includes('image') && words.modelImages,
    input?.includes('audio') && words.modelAudio,
    tools && words.modelTools,
    reasoning && words.modelThinks,
  ]
  return tags.filter((tag): tag is string => typeof tag === 'string')
}
