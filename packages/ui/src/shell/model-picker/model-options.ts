import type { ModelInfo } from '@antiphon/core'

/** One line of the list: a model that the endpoint named, or the id as typed. */
export type ModelOption = { type: 'listed'; id: string; model: ModelInfo } | { type: 'typed'; id: string }

/** Lines that are drawn; hosted endpoints list hundreds, and one narrows those by typing. */
const MOST = 50

/** The models that contain what was typed, in the endpoint's order, and the typed id itself when it is none of them. */
export function modelOptions(
  models: readonly ModelInfo[],
  typed: string | undefined,
): { options: ModelOption[]; more: number } {
  const wanted = (typed ?? '').trim()
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = models.filter(({ id, name = '' }) => {
    const text = `${id} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const options: ModelOption[] = fitting
    .slice(0, MOST)
    .map((model) => ({ type: 'listed', id: model.id, model }))
  if (wanted !== '' && !models.some(({ id }) => id === wanted)) options.push({ type: 'typed', id: wanted })
  return { options, more: Math.max(0, fitting.length - MOST) }
}
