import { Transcript, type StructuredOutputProps, type TranscriptProps } from '@antiphon/ui'

/** A view of your own for answers that are JSON; `otherwise` is what the kit would show. */
const Recipe = ({ partial, otherwise }: StructuredOutputProps) => {
  const recipe = partial.value as { title?: string; minutes?: number } | undefined
  return recipe?.title ? (
    <p>
      {recipe.title}, {recipe.minutes ?? '…'} minutes
    </p>
  ) : (
    otherwise
  )
}

const slots: TranscriptProps['slots'] = { StructuredOutput: Recipe }
const content = '{"title": "Fish soup", "minutes": 40, "steps": ["Cut", "Boil"]}'

export const Example = () => (
  <Transcript slots={slots} messages={[{ role: 'assistant', content, finishReason: 'stop' }]} />
)
