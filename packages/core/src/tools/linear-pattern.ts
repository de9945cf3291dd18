/** Steps of one check: some 10 ms. */
const MAX_STEPS = 200_000
/** Characters of a pattern, and states that it may become: `(a{100}){100}` is short and large. */
const MAX_SOURCE = 1_000
const MAX_STATES = 2_000

type State = (
  | { kind: 'char'; fits(code: number): boolean; next: State }
  | { kind: 'either'; ways: State[] }
  | { kind: 'place'; holds(text: string, at: number): boolean; next: State }
  | { kind: 'end' }
) & {
  /** The round in which it was reached last. */
  reached?: number
}

/** Builds the states of a part of the pattern that lead to `next`. */
type Build = (next: State) => State

/**
 * Returns a test for a pattern that takes time linear in the text. It follows all ways of the pattern at once; `RegExp`
 * tries one after the other and may take years. The test also passes for a text so long that it would take more than some
 * 10 ms.
 *
 * Undefined for patterns with back references, lookahead or lookbehind, and for a text that is no pattern.
 */
export function linearPattern(source: string): ((text: string) => boolean) | undefined {
  try {
    if (source.length > MAX_SOURCE) return undefined
    // Also refuses patterns that the parser below would misread.
    void new RegExp(source)
    const start = new PatternReader(source).read()({ kind: 'end' })
    return (text) => find(start, text)
  } catch {
    return undefined
  }
}

/** Steps of one search: some 200 ms. */
const MAX_SEARCH = 4_000_000

/**
 * Where a pattern matches: the longest matches from left to right, empty ones left out. Undefined for the patterns that
 * `linearPattern` does not follow. Throws a RangeError at a text that would take more than some 200 ms.
 */
export function linearMatches(
  source: string,
): ((text: string) => { start: number; end: number }[]) | undefined {
  try {
    if (source.length > MAX_SOURCE) return undefined
    void new RegExp(source)
    const start = new PatternReader(source).read()({ kind: 'end' })
    return (text) => search(start, text)
  } catch {
    return undefined
  }
}

/** As `find`, with the place at which each way began. Of two ways to a state the one that began first goes on. */
function search(start: State, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let steps = 0
  let best: { start: number; end: number } | undefined
  let waiting: { state: State & { kind: 'char' }; from: number }[] = []
  const add = (first: State, at: number, from: number): void => {
    const pending = [first]
    for (let state = pending.pop(); state; state = pending.pop()) {
      steps++
      if (state.reached === round) continue
      state.reached = round
      if (state.kind === 'char') waiting.push({ state, from })
      else if (state.kind === 'either') pending.push(...state.ways)
      else if (state.kind === 'place') {
        if (state.holds(text, at)) pending.push(state.next)
      } else if (at > from && (!best || from <= best.start)) best = { start: from, end: at }
    }
  }
  for (let at = 0; at <= text.length; at++) {
    if (steps > MAX_SEARCH) throw new RangeError('The pattern takes too long for this text.')
    const before = waiting
    waiting = []
    round++
    if (at > 0)
      for (const { state, from } of before)
        if ((!best || from <= best.start) && state.fits(text.charCodeAt(at - 1))) add(state.next, at, from)
    steps += before.length
    if (!best) add(start, at, at)
    else if (waiting.length === 0 || at === text.length) {
      found.push(best)
      // What comes after it was looked at as a part of it, and is looked at again.
      at = best.end - 1
      best = undefined
      waiting = []
    }
  }
  return found
}

/** Counts the rounds of all checks, so that states reached in an earlier check do not count. */
let round = 0

function find(start: State, text: string): boolean {
  let steps = 0
  let found = false
  let waiting: (State & { kind: 'char' })[] = []
  const pending: State[] = []
  /** `from` and all that it leads to without a character. */
  const add = (from: State, at: number): void => {
    pending.push(from)
    for (let state = pending.pop(); state; state = pending.pop()) {
      steps++
      if (state.reached === round) continue
      state.reached = round
      if (state.kind === 'char') waiting.push(state)
      else if (state.kind === 'either') for (const way of state.ways) pending.push(way)
      else if (state.kind === 'end') found = true
      else if (state.holds(text, at)) pending.push(state.next)
    }
  }
  round++
  for (let at = 0; ; at++) {
    // A pattern may begin anywhere.
    add(start, at)
    if (found || steps > MAX_STEPS) return true
    if (at === text.length) return false
    const before = waiting
    waiting = []
    round++
    const code = text.charCodeAt(at)
    for (const state of before) if (state.fits(code)) add(state.next, at + 1)
    steps += before.length
  }
}

/** Reads what `RegExp` reads without flags. Throws at what has no linear form. */
class PatternReader {
  private at = 0
  private states = 0

  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  read(): Build {
    const build = this.readWays()
    if (this.at < this.source.length) throw new SyntaxError('A bracket too many.')
    return build
  }

  /** Up to the end or the closing bracket. */
  private readWays(): Build {
    const ways = [this.readSequence()]
    while (this.take(/\|/y)) ways.push(this.readSequence())
    if (ways.length === 1) return ways[0]!
    return (next) => this.count({ kind: 'either', ways: ways.map((build) => build(next)) })
  }

  private readSequence(): Build {
    const parts: Build[] = []
    while (this.at < this.source.length && !/[|)]/.test(this.source[this.at]!)) parts.push(this.readPart())
    return (next) => parts.reduceRight((after, build) => build(after), next)
  }

  private readPart(): Build {
    const place = this.take(/\^|\$|\\[bB]/y)
    if (place) return (next) => this.count({ kind: 'place', holds: placeTest(place), next })
    const one = this.take(/\((?:\?:|\?<[A-Za-z_$][\w$]*>|(?!\?))/y) ? this.readGroup() : this.readCharacter()
    const amount = this.take(/(?:[*+?]|\{\d+(?:,\d*)?\})\??/y)
    return amount ? this.repeat(one, amount) : one
  }

  private readGroup(): Build {
    const inside = this.readWays()
    this.at++
    return inside
  }

  /** One character: a class, an escape, a dot or itself. `RegExp` decides which characters it matches. */
  private readCharacter(): Build {
    const one = this.take(
      /\[(?:\\[^]|[^\]\\])*\]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|0(?!\d)|[^\dkcbB])|[^\\()[*+?]/y,
    )
    if (!one) throw new SyntaxError('Not a character.')
    const pattern = new RegExp(/^[\\[.]/.test(one) ? `^${one}$` : `^\\u${hex(one)}$`)
    const known: boolean[] = []
    const fits = (code: number): boolean => (known[code] ??= pattern.test(String.fromCharCode(code)))
    return (next) => this.count({ kind: 'char', fits, next })
  }

  private repeat(one: Build, amount: string): Build {
    const [least = 0, most = least] = amount.startsWith('{')
      ? amount
          .slice(1, amount.indexOf('}'))
          .split(',')
          .map((digits) => (digits === '' ? Infinity : Number(digits)))
      : amount[0] === '?'
        ? [0, 1]
        : [amount[0] === '+' ? 1 : 0, Infinity]
    return (next) => {
      let built = next
      if (most === Infinity) {
        const ways = [next]
        built = this.count({ kind: 'either', ways })
        ways.push(one(built))
      } else
        for (let more = least; more < most; more++)
          built = this.count({ kind: 'either', ways: [one(built), next] })
      // Counted even when there is nothing in it: `(){1000000000}`.
      for (let times = 0; times < least; times++) built = this.count({ kind: 'either', ways: [one(built)] })
      return built
    }
  }

  private count<Made extends State>(state: Made): Made {
    if (++this.states > MAX_STATES) throw new RangeError('Too large.')
    return state
  }

  private take(what: RegExp): string | undefined {
    what.lastIndex = this.at
    const found = what.exec(this.source)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }
}

function placeTest(place: string): (text: string, at: number) => boolean {
  if (place === '^') return (_, at) => at === 0
  if (place === '$') return (text, at) => at === text.length
  const isWord = (char = ''): boolean => /\w/.test(char)
  const isEdge = (text: string, at: number): boolean => isWord(text[at - 1]) !== isWord(text[at])
  return place === '\\b' ? isEdge : (text, at) => !isEdge(text, at)
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0')
}
