'use client'

import type { RequestNote, RequestNote as Note } from '@antiphon/core'
import type { UnshownItems } from '@antiphon/core/message'
import { Icon } from '../../icons/icon.js'
import { RevealedText, revealToString } from '../../lib/reveal-text.js'
import { CodeWords } from '../../lib/text.js'
import { useWords, type Words } from '../../strings/strings.js'
import { Button } from '../button/button.js'
import { useFold } from '../fold/fold.js'
import { Part, Root, type RootProps } from '../part/part.js'
import { FoldedRow, StatusRow, type RowSlot } from '../status-row/status-row.js'

export interface ContinuedNoteProps extends RootProps<'div', RowSlot | 'title' | 'fold' | 'notice-text'> {
  continued: readonly NonNullable<RequestNote['continued']>[number][]
}

/**
 * A quiet row that says that an answer was continued. It opens to the text that was sent for it, which is in no message of
 * the thread.
 */
export function ContinuedNote({ continued, ...rest }: ContinuedNoteProps) {
  const { strings, formats } = useWords()
  const fold = useFold(false)
  const words = strings.request
  return (
    <Root slot="continued-note" data-count={continued.length} {...rest}>
      <FoldedRow
        mark={<Icon name="continued" />}
        fold={fold}
        words={
          <Part slot="title">{words.continued(continued.length, formats.number(continued.length))}</Part>
        }
      >
        <Part as="ol" slot="notice-text" className="ap:list-inside ap:list-decimal">
          {continued.map(({ at, asked }, index) => (
            <li key={`${at}-${index}`} dir="auto">
              <RevealedText text={asked === undefined ? words.continuedFrom : words.continuedBy(asked)} />
            </li>
          ))}
        </Part>
      </FoldedRow>
    </Root>
  )
}

export interface UnreadNoteProps extends RootProps<'div', RowSlot | 'title'> {
  /** How many lines could not be read. */
  count: number
  onOpenInWire?: () => void
}

/** Says that a part of the answer could not be read. Without this note the answer would look complete. */
export function UnreadNote({ count, onOpenInWire, ...rest }: UnreadNoteProps) {
  const { strings, formats } = useWords()
  return (
    <Root slot="unread-note" data-count={count} {...rest}>
      <StatusRow mark={<Icon name="alert" />}>
        <Part slot="title">{strings.request.unread(count, formats.number(count))}</Part>{' '}
        {onOpenInWire && (
          <Button variant="small" data-print="hide" onClick={onOpenInWire}>
            {strings.actions.openInWire}
          </Button>
        )}
      </StatusRow>
    </Root>
  )
}

export interface UnshownNoteProps extends RootProps<'div', RowSlot | 'title'> {
  items: UnshownItems
  onOpenInWire?: () => void
}

/** Names what came with the answer and has no view, so that nothing arrives unseen. */
export function UnshownNote({ items, onOpenInWire, ...rest }: UnshownNoteProps) {
  const { strings, formats } = useWords()
  const { count, types } = items
  return (
    <Root slot="unshown-note" data-count={count} {...rest}>
      <StatusRow mark={<Icon name="alert" />}>
        <Part slot="title">
          <RevealedText
            text={strings.request.unshown(count, formats.number(count), types.join(', '), types.length)}
          />
        </Part>{' '}
        {onOpenInWire && (
          <Button variant="small" data-print="hide" onClick={onOpenInWire}>
            {strings.actions.openInWire}
          </Button>
        )}
      </StatusRow>
    </Root>
  )
}

export interface RequestNoteViewProps extends RootProps<'div', RowSlot | 'title' | 'fold' | 'notice-text'> {
  request: Note
}

/**
 * A quiet row about the request: failed attempts before it, changes that the server demanded, and attachments that it did
 * not take. It opens to the server's own words. Renders nothing for a request that simply worked.
 */
export function RequestNoteView({ request, ...rest }: RequestNoteViewProps) {
  const words = useWords()
  const fold = useFold(false)
  const { healed = [], retries = 0 } = request
  const unseen = request.adjustments?.filter(({ rule }) => rule === 'part_as_text') ?? []
  const title = requestTitle({ healed, retries, unseen: unseen.length }, words)
  if (!title) return null
  return (
    <Root slot="request-note" data-retries={retries || undefined} {...rest}>
      <FoldedRow
        mark={<Icon name="retry" />}
        fold={fold}
        words={
          <Part slot="title">
            <CodeWords text={title} />
          </Part>
        }
      >
        {healed.length === 0 ? undefined : (
          <Part as="dl" slot="notice-text">
            {healed.map(({ field, change, said }) => (
              <div key={field} className="ap:mb-1.5 last:ap:mb-0">
                <dt>
                  <code className="ap:text-[.92em]">{revealToString(field)}</code>
                  {words.strings.request.change(change)}
                </dt>
                <dd className="ap:m-0 ap:text-text-2" dir="auto">
                  <RevealedText text={words.strings.request.said(said)} />
                </dd>
              </div>
            ))}
          </Part>
        )}
      </FoldedRow>
    </Root>
  )
}

function requestTitle(
  { healed, retries, unseen }: Required<Pick<Note, 'healed' | 'retries'>> & { unseen: number },
  { strings, formats }: Words,
): string {
  const sentences: string[] = []
  const [first, ...more] = healed
  if (first && more.length === 0)
    sentences.push(strings.request.changedOne(revealToString(first.field), first.change))
  else if (first) sentences.push(strings.request.changedMany(formats.number(healed.length)))
  if (retries > 0) sentences.push(strings.request.retried(retries, formats.number(retries + 1)))
  if (unseen > 0) sentences.push(strings.request.unseen(unseen, formats.number(unseen)))
  return sentences.join(' ')
}
