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

export function flat<T>(rope: Rope<T>): T[] {
  const all: T[] = []
  for (const group of rope) all.push(...group)
  return all
}
