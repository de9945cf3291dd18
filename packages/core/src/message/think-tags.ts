/** A pair of tags in which a server without a reasoning parser writes the thoughts (docs/wire 2.3). */
export interface ThinkTag {
  open: string
  close: string
  /** The chat template has already written the opening tag, so the answer starts inside. Default false. */
  opened?: boolean
}

/** Tags to look for, or false to leave the text alone. */
export type ThinkTags = false | readonly ThinkTag[]

/** How an answer of gpt-oss goes on after its thoughts, where the server did not read its tokens. */
const HARMONY_END = '<|end|><|start|>assistant<|channel|>final<|message|>'

/** At the very start of an answer these are thoughts, whoever the server is. */
export const DEFAULT_THINK_TAGS: readonly ThinkTag[] = [
  { open: '<think>', close: '</think>' },
  { open: '<thinking>', close: '</thinking>' },
  { open: '<thought>', close: '</thought>' },
  { open: '<|channel|>analysis<|message|>', close: HARMONY_END },
  { open: '<|start|>assistant<|channel|>analysis<|message|>', close: HARMONY_END },
]
