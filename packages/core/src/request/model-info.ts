/** What a model takes, gives and can do. What a server does not say is absent; `false` is said. */
export interface ModelCapabilities {
  /** Kinds of content it reads, such as `text`, `image`, `audio`, `file`. */
  input?: string[]
  /** Kinds of content it writes. */
  output?: string[]
  tools?: boolean
  reasoning?: boolean
  /** Answers that follow a JSON Schema. */
  structuredOutput?: boolean
}

/** Prices in USD per token. */
export interface ModelPricing {
  input?: number
  output?: number
  cachedInput?: number
}

/** One model that an endpoint offers, from any shape of `/models` (wire-facts 3.4). What a server does not say is absent. */
export interface ModelInfo {
  /** As requests name it. */
  id: string
  /** For people, where it differs from the id. */
  name?: string
  ownedBy?: string
  /** Epoch ms. */
  created?: number
  /** Tokens of context, input and output together. */
  contextLength?: number
  /** Longest answer in tokens. */
  maxOutputTokens?: number
  /**
   * What it is for. Absent where neither the server nor its name says; most lists hold embedding and speech models among
   * the others.
   */
  kind?: 'chat' | 'embedding' | 'other'
  capabilities?: ModelCapabilities
  pricing?: ModelPricing
  /** Other ids of the same model. */
  aliases?: string[]
  /** False for a model that is listed and cannot be asked at the moment. */
  available?: boolean
  /** State in a server that loads models on demand, such as `loaded` (llama.cpp). */
  status?: string
}
