const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')
const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The first 32 bits of the fractional parts of a root of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const PRIMES = [2]
for (let n = 3; PRIMES.length < 64; n += 2) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n)
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/**
 * SHA-256 of a text in UTF-8, as 64 hex digits. Our own, because `crypto.subtle` is missing on pages without TLS, where
 * chats with a model on the local network run, and because it must be there at once: between showing a question and
 * binding its answer nothing may happen. Lone surrogates hash as U+FFFD.
 */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(padded.length - 4, bytes.length << 3)

  const state = Int32Array.from(START)
  const words = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(block + i * 4)
    for (let i = 16; i < 64; i++) {
      const [a, b] = [words[i - 15]!, words[i - 2]!]
      const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)
      const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10)
      words[i] = words[i - 16]! + s0 + words[i - 7]! + s1
    }
    mix(state, words)
  }
  return Array.from(state, hex).join('')
}

function mix(state: Int32Array, words: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUNDS[i]! + words[i]!) | 0
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i]! += word
}

/** What an approval is for, and for nothing else (trust-checklist S33). */
export interface ApprovalBinding {
  threadId: string
  messageId: string
  /** Position in `tool_calls`: wire ids repeat. */
  callIndex: number
  callId: string
  toolName: string
  /** The checked arguments as they are shown. */
  argumentsText: string
}

/** SHA-256 over everything that an approval is bound to. A change of one byte of the arguments makes another hash. */
export function bindApproval(binding: ApprovalBinding): string {
  const { threadId, messageId, callIndex, callId, toolName, argumentsText } = binding
  // As JSON, so that no value can run into the next.
  return sha256(JSON.stringify([threadId, messageId, callIndex, callId, toolName, argumentsText]))
}

/**
 * The JSON text under which arguments are shown for approval.
 *
 * @throws TypeError when the schema made something of them that JSON cannot show: it must not be approved unseen.
 */
export function approvalText(toolName: string, args: unknown): string {
  const refuse = (kind: string): never => {
    throw new TypeError(
      `The arguments of "${toolName}" cannot be shown for approval: its schema made a ${kind} of them. Convert it in execute instead.`,
    )
  }
  const text = JSON.stringify(args, (_, value: unknown) => {
    if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
      refuse(typeof value)
    if (typeof value === 'number' && !Number.isFinite(value)) refuse('number that JSON has no word for')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null)
      refuse(value.constructor?.name ?? 'special object')
    return value
  })
  return text
}
