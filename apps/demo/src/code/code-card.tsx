import { useId, useState, type KeyboardEvent } from 'react'
import { lookCss } from 'app-parts'
import { useLook } from '../theme/look.js'
import { words } from '../words/words.js'
import { CodeText } from './code-text.js'
import { CopyButton } from './copy-button.js'
import { chatCode } from './part-code.js'

const tabs = ['app', 'theme'] as const

/** The chat of the README, a sheet that changes its looks, and the line that installs it. */
export function CodeCard() {
  const [tab, setTab] = useState<(typeof tabs)[number]>('app')
  const id = useId()
  const look = useLook()
  const css = lookCss(look) || lookCss({ ...look, accent: '#7c3aed', radius: '6' })
  // The card is too narrow for both properties in one line.
  const app = chatCode({ baseUrl: 'http://localhost:11434/v1', model: 'qwen3' }).replace(
    / (?=endpoint|model)/g,
    '\n    ',
  )
  const code = tab === 'app' ? app : css
  const turn = ({ key, currentTarget }: KeyboardEvent): void => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const next = tabs.find((one) => one !== tab)!
    setTab(next)
    currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className="flex min-w-0 flex-col overflow-hidden rounded-bubble border border-edge bg-surface">
      <div role="tablist" aria-label={words.code.title} className="flex gap-1 px-3 pt-2 max-[719px]:hidden">
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            data-tab={one}
            aria-selected={one === tab}
            aria-controls={`${id}-panel`}
            tabIndex={one === tab ? 0 : -1}
            className="h-7 rounded-button px-2 font-mono text-[12.5px] text-text-2 hover:bg-hover aria-selected:bg-press aria-selected:text-text pointer-coarse:h-11"
            onClick={() => setTab(one)}
            onKeyDown={turn}
          >
            {words.code[one]}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached with the keyboard */}
      <pre
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        tabIndex={0}
        data-slot="code-scroll"
        className="h-[180px] overflow-auto px-4 py-2.5 text-[12px] leading-5 [--antiphon-ground:var(--antiphon-surface)] max-[719px]:hidden"
      >
        <CodeText>{code}</CodeText>
      </pre>
      <div className="flex min-h-11 pointer-coarse:min-h-14 items-center justify-between gap-2 border-t border-line ps-4 pe-1.5 max-[719px]:border-t-0">
        <code className="truncate font-mono text-[12px] text-text-2">{words.code.install}</code>
        <CopyButton text={words.code.install} />
      </div>
    </div>
  )
}
