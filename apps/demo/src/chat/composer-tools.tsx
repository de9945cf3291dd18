import { DictateButton, QuoteSelection } from '@antiphon/shell'
import { Menu, type MenuItem } from '@antiphon/ui/parts'
import { use } from 'react'
import { NextFault } from '../chaos/chaos-menu.js'
import { CompareChips } from '../compare/compare-chips.js'
import { CompareContext } from '../compare/use-compare.js'
import { AppIcon, useMedia } from 'app-parts'
import { words } from '../words/words.js'

export interface ComposerToolsProps {
  text: string
  onTextChange: (text: string) => void
  scripted: boolean
  /** Lines of the menu below those that add files. */
  addMenu: readonly MenuItem[][]
}

/** A phone, upright or on its side, or a page at 400 % zoom: only one button fits beside the text. */
export const PHONE =
  '((pointer: coarse) and ((width < 720px) or (height < 480px))) or ((width < 480px) and (height < 480px))'

/** Below the text: one menu with all that is added to a question, and dictation, which a phone has in the menu. */
export function ComposerTools({ text, onTextChange, scripted, addMenu }: ComposerToolsProps) {
  const compare = use(CompareContext)
  const isPhone = useMedia(PHONE)
  return (
    <>
      <Menu
        label={words.shell.add}
        icon={<AppIcon name="plus" />}
        groups={[fileLines(isPhone), ...addMenu]}
      />
      {!isPhone && compare && compare.second.id !== undefined && <CompareChips compare={compare} />}
      {/* On a phone it is pressed by a line of the menu, and in sight only while it listens. */}
      <span
        className={isPhone ? 'hidden has-[[aria-pressed=true]]:flex' : 'flex empty:hidden'}
        data-dictate=""
      >
        <DictateButton value={text} onValueChange={onTextChange} />
      </span>
      <QuoteSelection />
      {scripted && <NextFault />}
    </>
  )
}

/** Lines that press a hidden control of the message box. */
function fileLines(isPhone: boolean): MenuItem[] {
  const press = (selector: string) => (): void =>
    document.querySelector<HTMLElement>(`#message ${selector}`)?.click()
  return [
    {
      id: 'files',
      label: words.shell.files,
      icon: 'attach',
      run: press('input[type="file"]:not([capture])'),
    },
    ...(isPhone
      ? [
          {
            id: 'photo',
            label: words.shell.photo,
            icon: 'camera' as const,
            run: press('input[capture]'),
          },
        ]
      : []),
    ...(isPhone && ('SpeechRecognition' in globalThis || 'webkitSpeechRecognition' in globalThis)
      ? [
          {
            id: 'dictate',
            label: words.shell.dictate,
            icon: <AppIcon name="microphone" />,
            run: press('[data-dictate] button'),
          },
        ]
      : []),
  ]
}
