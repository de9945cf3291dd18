/** A request as a strict server sees it. Nothing of the kit is used to judge it. */
interface StrictRequest {
  /** Names in lower case. */
  headers: Record<string, unknown>
  body: Fields
  messages: Fields[]
}

export type Fields = Record<string, unknown>

/** Why a request is refused. How it is said is the family's error shape. */
interface Refusal {
  message: string
  /** Default: what the family's shape says, mostly 400. */
  status?: number
  /** Place of the field: `['messages', 3, 'reasoning_content']`. */
  loc?: readonly (string | number)[]
  code?: string
}

/** Refuses a request, or lets it pass. */
export type StrictRule = (request: StrictRequest) => Refusal | undefined

/** Only where the endpoint lives and which model it serves matter to a client; the rest is what it refuses. */
export interface StrictFamily {
  /** Name in the address, such as `deepseek-r1`. */
  name: string
  /** Id of the profile that should satisfy it at once. */
  profile: string
  model: string
  rules: readonly StrictRule[]
  /** The body of an error (docs/wire 3.1). */
  shape(refusal: Refusal & { status: number }): unknown
  /** Status of a refusal that names none. Default 400. */
  status?: number
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** Every call of the messages, with its place. */
export function callsOf(messages: readonly Fields[]): { call: Fields; at: number; index: number }[] {
  return messages.flatMap(({ tool_calls }, at) =>
    listOf(tool_calls).map((call, index) => ({ call, at, index })),
  )
}
