/**
 * The entry `@antiphon/core/channels`: the texts of an answer. Each kind of text is a channel: what it says, its reasoning, a
 * refusal. For formats, checks and views that treat all channels alike, and keep the order in which their stretches came.
 */
export { answerTexts, fieldOf, isNote, TEXT_CHANNELS, textsOf } from './message/text-channels.js'
export type { NoteChannel, TextChannel } from './message/text-channels.js'
export { channelOfEvent, fieldsOf, otherAnswer } from './message/wire-channels.js'
export { isReasoningField, REASONING_FIELDS, REASONING_LISTS } from './message/reasoning-fields.js'
export type { ReasoningDetail, Segment } from './message/types.js'
export { joinStretches, segmentsOf, stretchesOf, type Stretch } from './message/stretches.js'
