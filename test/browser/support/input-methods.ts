import { fireEvent } from '@testing-library/react'

/** A key that the input method takes, as the browser tells the page of it. */
type KeyStep = { key: string; keyCode?: number; isComposing?: boolean }
/** A step of writing: a key, the start of a composition, its text so far, or its final text. */
type Step = KeyStep | { begin: true } | { write: string } | { end: string }

export interface Writing {
  name: string
  /** Text that the writing adds behind the text of the field. */
  gives: string
  steps: Step[]
}

/** A key in the middle of a composition: Chromium on Windows and Linux calls every one `Process`. */
const taken = (key: string): KeyStep => ({ key, keyCode: 229, isComposing: true })

/**
 * Events that the input methods of East Asia and the keyboard of a phone send to a page (UI Events, section 3.8, and the practice
 * of the engines). None of their keys is for the page.
 */
export const writings: Writing[] = [
  {
    name: 'Chinese: Pinyin, another candidate by the arrow, Enter takes it',
    gives: '你好',
    steps: [
      { key: 'Process', keyCode: 229, isComposing: false },
      { begin: true },
      { write: 'n' },
      taken('Process'),
      { write: 'ni hao' },
      taken('ArrowDown'),
      taken('ArrowUp'),
      taken('Enter'),
      { end: '你好' },
    ],
  },
  {
    name: 'Japanese, Chromium: converted, then Enter, which ends it after the key',
    gives: '日本',
    steps: [
      { begin: true },
      { write: 'に' },
      { write: 'にほん' },
      taken(' '),
      { write: '日本' },
      taken('ArrowDown'),
      taken('Enter'),
      { end: '日本' },
    ],
  },
  {
    name: 'Japanese, Firefox: the key that ends it has a code of its own',
    gives: '日本',
    steps: [
      { begin: true },
      { write: 'にほん' },
      { write: '日本' },
      { key: 'Enter', keyCode: 13, isComposing: true },
      { end: '日本' },
    ],
  },
  {
    name: 'Japanese, Safari: it ends before the key, of which only the code tells',
    gives: '日本',
    steps: [
      { begin: true },
      { write: 'にほん' },
      { write: '日本' },
      { end: '日本' },
      { key: 'Enter', keyCode: 229, isComposing: false },
    ],
  },
  {
    name: 'Japanese: Escape takes it back',
    gives: '',
    steps: [{ begin: true }, { write: 'にほん' }, taken('Escape'), { write: '' }, { end: '' }],
  },
  {
    name: 'Korean: each syllable is a composition, the next key ends it',
    gives: '한글',
    steps: [
      { key: 'Process', keyCode: 229, isComposing: false },
      { begin: true },
      { write: 'ㅎ' },
      taken('Process'),
      { write: '하' },
      { write: '한' },
      taken('Process'),
      { end: '한' },
      { begin: true },
      { write: '그' },
      { write: '글' },
      taken('Enter'),
      { end: '글' },
    ],
  },
  {
    name: 'Android: every key is unknown, a word is a composition, the keyboard corrects it',
    gives: 'hello ',
    steps: [
      { key: 'Unidentified', keyCode: 229, isComposing: false },
      { begin: true },
      { write: 'h' },
      { key: 'Unidentified', keyCode: 229, isComposing: true },
      { write: 'helo' },
      { key: 'Unidentified', keyCode: 229, isComposing: true },
      { end: 'hello ' },
      { key: 'Unidentified', keyCode: 229, isComposing: false },
    ],
  },
]

type Field = HTMLInputElement | HTMLTextAreaElement

/** Past React's own setter, as a browser does. */
function put(field: Field, text: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')!.set!.call(field, text)
}

/** Writes with an input method behind the text of the field, and returns the keys that the page has taken from it. */
export function compose(field: Field, { steps }: Writing): string[] {
  const lost: string[] = []
  let before = field.value
  const show = (data: string): void => {
    fireEvent(field, new CompositionEvent('compositionupdate', { data, bubbles: true }))
    put(field, before + data)
    const said = { inputType: 'insertCompositionText', isComposing: true, data, bubbles: true }
    fireEvent(field, new InputEvent('input', said))
  }
  for (const step of steps)
    if ('key' in step) {
      if (!fireEvent.keyDown(field, step)) lost.push(step.key)
      fireEvent.keyUp(field, step)
    } else if ('write' in step) show(step.write)
    else if ('end' in step) {
      show(step.end)
      fireEvent(field, new CompositionEvent('compositionend', { data: step.end, bubbles: true }))
      before += step.end
    } else fireEvent(field, new CompositionEvent('compositionstart', { data: '', bubbles: true }))
  return lost
}
