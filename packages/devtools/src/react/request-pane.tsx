'use client'

import { toCurl } from '../dumps.js'
import type { WireExchange } from '../types.js'
import { useMemo, useState } from 'react'
import { Button, RevealedText } from '@antiphon/ui'
import { JsonTree } from '@antiphon/ui/parts'
import { prettyJson, lineDiff, type DiffLine } from '@antiphon/ui/functions'
import { isRecord } from '@antiphon/base'
import { CopyTextButton, Findings, useFindings, Repairs } from './findings.js'
import { useInspectorWords } from './words.js'

/** Headers as they were, name and value in columns. */
export function HeaderList({ headers }: { headers: Readonly<Record<string, string>> }) {
  const { inspector, formats } = useInspectorWords()
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <section>
      <h3 data-slot="wire-heading">
        {inspector.headers} <span data-slot="wire-aside-figure">{formats.number(entries.length)}</span>
        <CopyTextButton
          label={inspector.copyHeaders}
          words={inspector.copy}
          getText={() => entries.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      </h3>
      <dl data-slot="wire-headers" aria-label={inspector.headers}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>
                <RevealedText text={value} />
              </code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface FoldedDiffProps {
  before: string
  after: string
  label: string
}

/** Equal lines that stay beside a change. */
const CONTEXT = 2
/** Changed lines that are drawn; more of them are two texts, not a comparison. */
const MAX_LINES = 1_500

type Block = { type: 'lines'; lines: DiffLine[] } | { type: 'same'; lines: DiffLine[] }

/** The changes between two texts, with long stretches of equal lines folded away. */
function FoldedDiff({ before, after, label }: FoldedDiffProps) {
  const { inspector, formats } = useInspectorWords()
  const blocks = useMemo(() => foldSame(lineDiff(before, after)), [before, after])
  const [open, setOpen] = useState<readonly number[]>([])
  const drawn = blocks.reduce((sum, block) => sum + (block.type === 'lines' ? block.lines.length : 1), 0)
  if (drawn > MAX_LINES) return <p data-slot="wire-hint">{inspector.tooLong}</p>
  return (
    <div data-slot="wire-diff" tabIndex={0} role="group" aria-label={label}>
      {blocks.map((block, index) =>
        block.type === 'lines' || open.includes(index) ? (
          <Lines key={index} lines={block.lines} />
        ) : (
          <Button key={index} variant="small" onClick={() => setOpen([...open, index])}>
            {inspector.sameLines(block.lines.length, formats.number(block.lines.length))}
          </Button>
        ),
      )}
    </div>
  )
}

function Lines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre data-slot="diff">
      {lines.map(({ type, text }, index) => {
        const words = <RevealedText text={text} />
        return (
          <div key={index} data-type={type}>
            <span aria-hidden="true">{type === 'removed' ? '− ' : type === 'added' ? '+ ' : '  '}</span>
            {type === 'removed' ? <del>{words}</del> : type === 'added' ? <ins>{words}</ins> : words}
          </div>
        )
      })}
    </pre>
  )
}

function foldSame(lines: readonly DiffLine[]): Block[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ type }) => type !== 'same'),
  )
  const blocks: Block[] = []
  lines.forEach((line, at) => {
    const type = near[at] ? 'lines' : 'same'
    const last = blocks.at(-1)
    if (last?.type === type) last.lines.push(line)
    else blocks.push({ type, lines: [line] })
  })
  return blocks
}

const none: readonly unknown[] = []

/** The request as it left, its differences from the stored messages, and the findings of lint. */
export function RequestPane({ exchange }: { exchange: WireExchange }) {
  const { inspector } = useInspectorWords()
  const { sent, question, adjustments = [], reading } = exchange
  const body = useMemo(() => parse(sent?.body), [sent])
  const sentMessages = messagesOf(body)
  const profile = reading.origin?.request?.profile ?? reading.origin?.provider
  const findings = useFindings(question?.messages ?? sentMessages ?? none, profile, question?.model)
  const differs = question && sentMessages && difference(question.messages, sentMessages)
  return (
    <div data-slot="wire-scroll">
      <Findings findings={findings} />
      {sent ? (
        <>
          <section>
            <h3 data-slot="wire-heading">
              {inspector.address}
              <CopyTextButton label={inspector.copyCurl} getText={() => toCurl(sent)} />
            </h3>
            <p data-slot="wire-address">
              <b>{sent.method}</b> <code>{sent.url}</code>
            </p>
          </section>
          <HeaderList headers={sent.headers} />
          <section>
            <h3 data-slot="wire-heading">{inspector.adjustments}</h3>
            {adjustments.length > 0 ? (
              <Repairs repairs={adjustments} />
            ) : (
              <p data-slot="wire-hint">{differs ? inspector[differs] : inspector.noAdjustments}</p>
            )}
          </section>
          {question && sentMessages && (
            <section>
              <h3 data-slot="wire-heading">{inspector.comparison}</h3>
              <p data-slot="wire-legend">
                <del>− {inspector.stored}</del> <ins>+ {inspector.sent}</ins>
              </p>
              <FoldedDiff
                before={asText(question.messages)}
                after={asText(sentMessages)}
                label={inspector.comparison}
              />
            </section>
          )}
          <section>
            <h3 data-slot="wire-heading">{inspector.bodySent}</h3>
            <JsonTree value={body ?? sent.body} label={inspector.bodySent} />
          </section>
        </>
      ) : (
        <p data-slot="wire-hint">{inspector.noRequest}</p>
      )}
    </div>
  )
}

/** How the sent messages differ from the stored ones when nothing was adapted. Undefined: they do not. */
function difference(
  before: readonly unknown[],
  after: readonly unknown[],
): 'onlyLeftOut' | 'onlyRenamed' | undefined {
  if (asText(before) === asText(after)) return undefined
  return isPartOf(after, before) ? 'onlyLeftOut' : 'onlyRenamed'
}

/** Whether all of a value is in the other one, which may have further keys. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (Array.isArray(part) || Array.isArray(whole))
    return (
      Array.isArray(part) &&
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((one, at) => isPartOf(one, whole[at]))
    )
  if (!isRecord(part) || !isRecord(whole)) return part === whole
  return Object.entries(part).every(
    ([key, value]) => Object.hasOwn(whole, key) && isPartOf(value, whole[key]),
  )
}

/** Messages as text without commas at line ends, so that a line does not differ by its comma alone. */
function asText(messages: readonly unknown[]): string {
  return messages.map((message) => prettyJson(message, 2).replace(/,$/gm, '')).join('\n')
}

function messagesOf(body: unknown): readonly unknown[] | undefined {
  const messages: unknown = (body as { messages?: unknown } | undefined)?.messages
  return Array.isArray(messages) ? messages : undefined
}

function parse(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
