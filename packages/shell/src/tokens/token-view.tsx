'use client'

import type { AssistantMessage, ChatController } from '@antiphon/core'
import { memo, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { Button, IconButton, RevealedText, useWords } from '@antiphon/ui'
import { useEntryWords } from '@antiphon/ui/parts'
import { englishTokens } from '../strings/english-tokens.js'
import { goOnFrom, takesPrefill } from './go-on-from.js'
import { readTokens, textWith, type Token, type TokenChoice } from './read-tokens.js'

/** Tokens that are in the page at first, and that each press adds. */
const PAGE = 2_000
/** Below this a token is one that the model doubted. */
const DOUBT = 0.5

export interface TokenViewProps {
  message: AssistantMessage & { id: string }
  chat: ChatController
  /** An answer goes on from another token. */
  onGoOn: () => void
}

/**
 * An answer token by token: how sure the model was of each, what else it could have written, and, where the endpoint continues
 * an answer, a version that goes on from that. Arrow keys, Home and End move; Enter goes to the alternatives.
 */
export function TokenView({ message, chat, onGoOn }: TokenViewProps) {
  const words = useEntryWords('tokens', englishTokens)
  const { formats } = useWords()
  const tokens = useMemo(() => readTokens(message.logprobs), [message.logprobs])
  const doubted = useMemo(() => tokens.flatMap((token, at) => (isDoubted(token) ? [at] : [])), [tokens])
  const [limit, setLimit] = useState(PAGE)
  const [chosen, setChosen] = useState(doubted[0] ?? 0)
  /** The token under the pointer, as long as it is there. */
  const [hovered, setHovered] = useState<number>()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = Math.min(limit, tokens.length)
  const at = hovered ?? chosen
  const mayGoOn = useMemo(() => takesPrefill(chat, message), [chat, message])

  const choose = (next: number): void => {
    const to = Math.max(0, Math.min(next, tokens.length - 1))
    if (to >= limit) setLimit(to + PAGE)
    setHovered(undefined)
    setChosen(to)
    // It may be new in the page.
    requestAnimationFrame(() =>
      list.current?.querySelector(`[data-at="${to}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  const press = (event: KeyboardEvent): void => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = isRtl ? -1 : 1
    const to = {
      ArrowRight: chosen + step,
      ArrowLeft: chosen - step,
      ArrowDown: chosen + 1,
      ArrowUp: chosen - 1,
      Home: 0,
      End: tokens.length - 1,
    }[event.key]
    if (event.key === 'Enter')
      list.current?.parentElement?.querySelector<HTMLElement>('[data-slot="token-detail"] button')?.focus()
    else if (to === undefined) return
    else choose(to)
    event.preventDefault()
  }
  const doubt = (step: 1 | -1): number | undefined =>
    step > 0 ? doubted.find((one) => one > chosen) : doubted.findLast((one) => one < chosen)
  const goOn = (choice: TokenChoice): void => {
    if (!goOnFrom(chat, message, tokens, at, choice)) return
    onGoOn()
  }

  return (
    <div data-slot="token-view" className="ap:flex ap:min-h-0 ap:flex-col">
      <div className="ap:flex ap:items-center ap:justify-between ap:gap-3 ap:px-4 ap:py-1.5 ap:text-data ap:text-text-2">
        <p>{words.summary(formats.number(tokens.length), doubted.length, formats.number(doubted.length))}</p>
        {doubted.length > 0 && (
          <span className="ap:flex">
            {([-1, 1] as const).map((step) => (
              <IconButton
                key={step}
                icon={step < 0 ? 'previous' : 'next'}
                label={step < 0 ? words.previous : words.next}
                aria-disabled={doubt(step) === undefined || undefined}
                onClick={() => {
                  const to = doubt(step)
                  if (to !== undefined) choose(to)
                }}
              />
            ))}
          </span>
        )}
      </div>
      <div
        ref={list}
        role="listbox"
        aria-label={words.list}
        aria-activedescendant={`${id}-${chosen}`}
        tabIndex={0}
        dir="auto"
        data-slot="token-list"
        className="ap:max-h-[45dvh] ap:min-h-16 ap:overflow-y-auto ap:px-4 ap:py-2 ap:text-prose ap:leading-7 ap:pointer-coarse:leading-11 ap:whitespace-pre-wrap ap:break-words"
        onKeyDown={press}
        onPointerOver={({ target, pointerType }) => {
          if (pointerType !== 'touch') setHovered(placeOf(target))
        }}
        onPointerLeave={() => setHovered(undefined)}
        onClick={({ target }) => {
          const to = placeOf(target)
          if (to !== undefined) choose(to)
        }}
      >
        {tokens.slice(0, shown).map((token, place) => (
          <TokenMark key={place} id={`${id}-${place}`} token={token} place={place} isActive={place === at} />
        ))}
      </div>
      {shown < tokens.length && (
        <div className="ap:px-4">
          <Button variant="small" onClick={() => setLimit(shown + PAGE)}>
            {words.showMore}
          </Button>
        </div>
      )}
      {tokens[at] && (
        <TokenDetail
          token={tokens[at]}
          mayGoOn={(choice) => mayGoOn && textWith(message.content, tokens, at, choice) !== undefined}
          onGoOn={goOn}
          onLeave={() => list.current?.focus()}
        />
      )}
    </div>
  )
}

const isDoubted = ({ probability }: TokenChoice): boolean => probability !== undefined && probability < DOUBT

function placeOf(target: EventTarget): number | undefined {
  const place =
    target instanceof Element ? target.closest<HTMLElement>('[data-at]')?.dataset['at'] : undefined
  return place === undefined ? undefined : Number(place)
}

/** Not by colour alone: what was doubted is underlined, the more the less sure. */
const looks = {
  sure: '',
  fair: 'ap:bg-warn-soft',
  doubted: 'ap:bg-warn-soft ap:underline ap:decoration-warn ap:decoration-dotted ap:decoration-2',
  unlikely: 'ap:bg-danger-soft ap:underline ap:decoration-danger ap:decoration-2',
}

function confidence({ probability = 1 }: TokenChoice): keyof typeof looks {
  if (probability < 0.1) return 'unlikely'
  if (probability < DOUBT) return 'doubted'
  return probability < 0.9 ? 'fair' : 'sure'
}

interface TokenMarkProps {
  id: string
  token: Token
  place: number
  isActive: boolean
}

const TokenMark = memo(function TokenMark({ id, token, place, isActive }: TokenMarkProps) {
  const words = useEntryWords('tokens', englishTokens)
  const percent = usePercent()
  const how = confidence(token)
  return (
    <span
      role="option"
      id={id}
      data-at={place}
      data-confidence={how}
      aria-selected={isActive}
      aria-label={words.token(visible(token.text), percent(token.probability))}
      className={`ap:cursor-default ap:rounded-xs ap:aria-selected:outline-2 ap:aria-selected:outline-focus ${looks[how]}`}
    >
      {token.text}
    </span>
  )
})

interface TokenDetailProps {
  token: Token
  mayGoOn: (choice: TokenChoice) => boolean
  onGoOn: (choice: TokenChoice) => void
  /** Escape: back to the tokens. */
  onLeave: () => void
}

function TokenDetail({ token, mayGoOn, onGoOn, onLeave }: TokenDetailProps) {
  const words = useEntryWords('tokens', englishTokens)
  const percent = usePercent()
  const caption = token.others.length > 0 ? words.alternatives : words.alone
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of its buttons
    <div
      data-slot="token-detail"
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="ap:min-h-40 ap:overflow-y-auto ap:border-t ap:border-line ap:px-4 ap:py-3 ap:text-data"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Only a second one closes the dialog.
        event.preventDefault()
        event.stopPropagation()
        onLeave()
      }}
    >
      <table className="ap:w-full ap:border-separate ap:border-spacing-y-0.5">
        <caption className="ap:pb-1 ap:text-start ap:text-text-2">{caption}</caption>
        <tbody>
          {[token, ...token.others].map((choice, row) => (
            <tr key={row} data-slot="token-choice">
              <th scope="row" className={row === 0 ? 'ap:text-start' : 'ap:text-start ap:font-normal'}>
                <code>
                  <RevealedText text={visible(choice.text)} />
                </code>
              </th>
              <td className="ap:w-16 ap:ps-2 ap:text-end ap:tabular-nums">{percent(choice.probability)}</td>
              <td className="ap:w-2/5 ap:ps-3" aria-hidden="true">
                <span
                  className="ap:block ap:h-1.5 ap:rounded-button ap:bg-accent"
                  // Engines differ in the last digit of an exponential, and then a server's page differs from this one.
                  style={{ inlineSize: `${((choice.probability ?? 0) * 100).toFixed(1)}%` }}
                />
              </td>
              <td className="ap:w-px ap:ps-2 ap:text-end ap:whitespace-nowrap">
                {row > 0 && mayGoOn(choice) && (
                  <Button
                    variant="small"
                    aria-label={words.goOnFrom(visible(choice.text))}
                    onClick={() => onGoOn(choice)}
                  >
                    {words.goOn}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Blanks at the ends, tabs and line ends as marks: much of what tells one token from another. */
const visible = (text: string): string =>
  text
    .replace(/^ +| +$/g, (blanks) => '·'.repeat(blanks.length))
    .replaceAll('\n', '↵')
    .replaceAll('\t', '→')

/** `0.83` to `83 %`. Small ones have a digit more, since 0.4 % and 0 % are not the same. */
function usePercent(): (probability: number | undefined) => string {
  const { formats } = useWords()
  return useMemo(() => {
    const whole = new Intl.NumberFormat(formats.locale, { style: 'percent' })
    const small = new Intl.NumberFormat(formats.locale, { style: 'percent', maximumSignificantDigits: 1 })
    return (probability) =>
      probability === undefined ? '' : (probability < 0.01 ? small : whole).format(probability)
  }, [formats.locale])
}
