/** An append-only list in groups. A full group keeps its identity for good, so that a view can skip it. */
export type Rope<T> = readonly (readonly T[])[]

export const emptyRope: Rope<never> = []

/** A new rope with the values added; the old one stays as it is. */
export function append<T>(rope: Rope<T>, values: readonly T[], size = 64): Rope<T> {
  if (values.length === 0) return rope
  const groups = rope.slice()
  const last = groups.at(-1)
  let from = 0
  if (last !== undefined && last.length < size) {
    from = Math.min(size - last.length, values.length)
    groups[groups.length - 1] = last.concat(values.slice(0, from))
  }
  for (; from < values.length; from += size) groups.push(values.slice(from, from + size))
  return groups
}

export function count(rope: Rope<unknown>): number {
  const last = rope.at(-1)
  if (last === undefined) return 0
  const size = rope.length > 1 ? (rope[0]?.length ?? 0) : 0
  return (rope.length - 1) * size + last.length
}

export function flat<T>(rope: Rope<T>): T[] {
  const all: T[] = []
  for (const group of rope) all.push(...group)
  return all
}
