import { isRecord } from '../errors/is-record.js'
import { safeStringify } from '../errors/safe-stringify.js'
import type { ContentPart, UnknownPart } from '../message/types.js'
import { touch, type ChoiceDraft } from './choice-draft.js'

/** Citations are appended; one for the same place of the same page counts once (wire-facts 2.8). */
export function accumulateAnnotations(draft: ChoiceDraft, annotations: readonly unknown[]): void {
  for (const annotation of annotations) {
    const key = annotationKey(annotation)
    if (draft.annotations.has(key)) continue
    draft.annotations.set(key, annotation)
    draft.annotationsView = undefined
    draft.version++
  }
}

function annotationKey(annotation: unknown): string {
  if (!isRecord(annotation)) return safeStringify(annotation)
  const inner = annotation.url_citation ?? annotation.file ?? annotation
  const citation = isRecord(inner) ? inner : annotation
  const target = citation.url ?? citation.hash
  if (typeof target !== 'string') return safeStringify(annotation)
  return safeStringify([annotation.type, target, citation.start_index, citation.end_index])
}

/** Images of the answer; the same address twice is one image. */
export function accumulateImages(draft: ChoiceDraft, images: readonly UnknownPart[]): void {
  for (const image of images) {
    const url = isRecord(image.image_url) ? image.image_url.url : image.image_url
    const key = typeof url === 'string' ? url : safeStringify(image)
    if (draft.images.has(key)) continue
    // Mistral writes the address without its object.
    const part: ContentPart =
      typeof image.image_url === 'string' ? { ...image, image_url: { url: image.image_url } } : image
    draft.images.set(key, part)
    draft.imagesView = undefined
    touch(draft)
  }
}

/** Audio grows by `data` and `transcript`; other keys are kept as last given (wire-facts 2.2). */
export function accumulateAudio(draft: ChoiceDraft, audio: Record<string, unknown>, whole: boolean): void {
  const merged: Record<string, unknown> = { ...draft.audio }
  for (const key of Object.keys(audio)) {
    const value = audio[key]
    if (value === null || value === undefined || key === '__proto__') continue
    const grows = (key === 'data' || key === 'transcript') && !whole
    if (grows && typeof value === 'string')
      merged[key] = `${typeof merged[key] === 'string' ? merged[key] : ''}${value}`
    else if (key !== 'id' || !merged.id) merged[key] = value
  }
  draft.audio = merged
  touch(draft)
}

/** Log probabilities: lists grow, other values are kept as last given; keys that are null say nothing. */
export function accumulateLogprobs(draft: ChoiceDraft, logprobs: Record<string, unknown>): void {
  for (const key of Object.keys(logprobs)) {
    const value = logprobs[key]
    if (value === null || value === undefined || key === '__proto__') continue
    draft.logprobs ??= {}
    const before = draft.logprobs[key]
    if (Array.isArray(value) && Array.isArray(before)) for (const entry of value) before.push(entry)
    else draft.logprobs[key] = Array.isArray(value) ? [...value] : value
    draft.version++
  }
}
