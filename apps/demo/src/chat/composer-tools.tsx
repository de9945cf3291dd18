import type { Tool } from '@antiphon/core'
import { DictateButton } from '@antiphon/shell'
import { Menu, type MenuItem } from '@antiphon/ui/parts'
import { use } from 'react'
import { NextFault } from '../chaos/chaos-menu.js'
import { CompareChips } from '../compare/compare-chips.js'
import { CompareContext } from '../compare/use-compare.js'
import { ToolbarButton } from '../header.js'
import { AppIcon, useMedia } from 'app-parts'
import { useStoredValue } from '../stored-value.js'
import { useAllTools } from '../tools/use-tools.js'
import { offTools, setToolOn } from '../tools/off-tools.js'
import { words } from '../words/words.js'

export interface ComposerToolsProps {
  text: string
  onTextChange: (text: string) => void
  scripted: boolean
  onCompare: (() => void) | undefined
}

/**
 * A phone, upright or on its side, or a page at 400 % zoom: only one button fits beside the text. styles.css repeats this query.
 */
export const PHONE =
  '((pointer: coarse) and ((width < 720px) or (height < 480px))) or ((width < 480px) and (height < 480px))'

/** Below the text: tools, compare, dictation, faults. On a phone all of these, and the files, are in one menu. */
export function ComposerTools({ text, onTextChange, scripted, onCompare }: ComposerToolsProps) {
  const compare = use(CompareContext)
  const tools = toolLines(useAllTools(scripted), useStoredValue(offTools))
  const isPhone = useMedia(PHONE)
  const isBoth = compare?.second.id !== undefined
  const count = tools.filter(({ detail }) => detail === words.shell.on).length
  const dictate = <DictateButton value={text} onValueChange={onTextChange} />
  if (isPhone)
    return (
      <>
        <Menu label={words.shell.add} icon={<AppIcon name="plus" />} groups={[addLines(onCompare), tools]} />
        {/* Pressed by a line of the menu; in sight only while it listens. */}
        <span className="hidden has-[[aria-pressed=true]]:flex" data-dictate="">
          {dictate}
        </span>
      </>
    )
  return (
    <>
      <Menu
        label={`${words.shell.tools} ${count}`}
        className={`flex! h-8 w-auto! items-center gap-2 px-2.5 text-[13px] ${isBoth ? '@max-[639px]:w-8! @max-[639px]:px-0' : '@max-[479px]:w-8! @max-[479px]:px-0'}`}
        icon={
          <span className="inline-flex items-center gap-2">
            <AppIcon name="tools" />
            <span className={`inline-flex gap-2 ${isBoth ? '@max-[639px]:hidden' : '@max-[479px]:hidden'}`}>
              {words.shell.tools} <span className="tabular-nums">{count}</span>
            </span>
          </span>
        }
        groups={[tools]}
      />
      {compare && isBoth ? (
        <CompareChips compare={compare} />
      ) : (
        <>
          {onCompare && (
            <ToolbarButton
              label={words.shell.compare}
              words={words.conversation.compare.short}
              data-keys="Mod+Shift+M"
              onClick={onCompare}
              icon={<AppIcon name="compare" />}
            />
          )}
          {dictate}
          {scripted && <NextFault />}
        </>
      )}
    </>
  )
}

const toolLines = (all: readonly Tool[], off: readonly string[]): MenuItem[] =>
  all.map(({ name }) => {
    const isOn = !off.includes(name)
    return {
      id: name,
      label: name,
      icon: <AppIcon name="tools" />,
      detail: isOn ? words.shell.on : words.shell.off,
      keepsOpen: true,
      run: () => setToolOn(name, !isOn),
    }
  })

/** Menu items for the buttons of the message box that a phone has no room for. */
function addLines(onCompare: (() => void) | undefined): MenuItem[] {
  const press = (selector: string) => (): void =>
    document.querySelector<HTMLElement>(`#message ${selector}`)?.click()
  return [
    {
      id: 'files',
      label: words.shell.files,
      icon: 'attach',
      run: press('input[type="file"]:not([capture])'),
    },
    { id: 'photo', label: words.shell.photo, icon: 'camera', run: press('input[capture]') },
    ...('SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis
      ? [
          {
            id: 'dictate',
            label: words.shell.dictate,
            icon: <AppIcon name="microphone" />,
            run: press('[data-dictate] button'),
          },
        ]
      : []),
    ...(onCompare
      ? [{ id: 'compare', label: words.shell.compare, icon: <AppIcon name="compare" />, run: onCompare }]
      : []),
  ]
}
