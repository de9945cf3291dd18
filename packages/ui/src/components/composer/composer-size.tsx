import { useWords } from '../../strings/strings.js'
import { Part } from '../part/part.js'

/** Below this nobody asks how long it is. */
const SHOW_FROM = 400
/** A rough measure for text in most languages; the words say that it is an estimate. */
const LETTERS_PER_TOKEN = 4

export interface ComposerSizeProps {
  id: string
  /** Characters in the box. */
  characters: number
  /** Characters of text files that go with it. */
  attached: number
}

/** How long the message is and about how many tokens that makes. */
export function ComposerSize({ id, characters, attached }: ComposerSizeProps) {
  const { strings, formats } = useWords()
  const all = characters + attached
  // The place is there from the start, for the field refers to it.
  if (all < SHOW_FROM) return <span id={id} hidden />
  const tokens = formats.number(Math.ceil(all / LETTERS_PER_TOKEN))
  const words = strings.composer.size(formats.number(all), tokens)
  return (
    <Part slot="size" title={words}>
      <span aria-hidden="true">{strings.composer.tokens(tokens)}</span>
      <span id={id} className="ap:sr-only">
        {words}
      </span>
    </Part>
  )
}
