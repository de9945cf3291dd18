/** The size of a package or an app, or its limits. */
export interface RoomSize {
  /** Source lines as `wc -l` counts them. measure-room.ts says which files are source. */
  lines: number
  /** Names that its entries export. Absent for what is not published. */
  names?: number
}

/** Lines that a room may be below its limit before the limit has to follow. */
const SLACK = 100

/**
 * How large each room may be. Code grows by itself and nobody reads 100,000 lines, so a limit rises only in a commit of its own
 * whose message says what a user gets for it. When code goes, the limit follows it down.
 */
export const limits: Record<string, RoomSize> = {
  'packages/base': { lines: 1_091 },
  'packages/core': { lines: 16_168, names: 244 },
  'packages/react': { lines: 2_584, names: 37 },
  'packages/ui': { lines: 23_748, names: 144 },
  'packages/shell': { lines: 5_586, names: 83 },
  'packages/mcp': { lines: 2_847, names: 33 },
  'packages/providers': { lines: 1_292, names: 19 },
  'packages/threads': { lines: 5_170, names: 84 },
  'packages/server-client': { lines: 1_979, names: 14 },
  'packages/transcripts': { lines: 12_431, names: 100 },
  'packages/lint': { lines: 2_725, names: 21 },
  'packages/agents': { lines: 1_338, names: 25 },
  'packages/sessions': { lines: 12_404, names: 62 },
  'packages/devtools': { lines: 8_662, names: 84 },
  'packages/endpoint': { lines: 4_184, names: 65 },
  'packages/wires': { lines: 4_382, names: 14 },
  'packages/server': { lines: 8_738, names: 58 },
  'packages/cli': { lines: 2_549, names: 0 },
  'apps/parts': { lines: 537 },
  'apps/workbench': { lines: 4_220 },
  'apps/demo': { lines: 10_261 },
  'apps/docs': { lines: 2_499 },
  'packages/artifacts': { lines: 690, names: 11 },
  'apps/gallery': { lines: 643 },
}

/** How many names an entry may have: what one calls or draws, and what one writes as a type. */
export interface EntrySize {
  values: number
  types: number
}

/**
 * The entries that every app reads. A name that only those need who extend the kit goes to another entry, and a type that an
 * option or a property reaches is not exported.
 */
const entryLimits: Readonly<Record<string, EntrySize>> = {
  '@antiphon/core': { values: 25, types: 60 },
  '@antiphon/react': { values: 18, types: 20 },
  '@antiphon/ui': { values: 35, types: 55 },
}

/** Names of any other entry of these packages. */
const OTHER_NAMES = 30

/** One sentence for each entry with too many names; empty when all are within. */
export function overEntryLimits(entries: ReadonlyMap<string, EntrySize>): string[] {
  return [...entries].flatMap(([entry, { values, types }]) => {
    const limit = entryLimits[entry]
    if (limit && (values > limit.values || types > limit.types))
      return [
        `${entry} has ${values} values and ${types} types, its limits are ${limit.values} and ${limit.types}. Move a name to an entry for those who extend the kit, or do not export it.`,
      ]
    return !limit && values + types > OTHER_NAMES
      ? [
          `${entry} has ${values + types} names, its limit is ${OTHER_NAMES}. Make two entries with a purpose each.`,
        ]
      : []
  })
}

/** One sentence for each figure that misses its limit; empty when all are within. */
export function overBudget(
  figures: Readonly<Record<string, RoomSize>>,
  limits: Readonly<Record<string, RoomSize>>,
): string[] {
  const gone = Object.keys(limits).filter((room) => !figures[room])
  return [
    ...Object.entries(figures).flatMap(([room, size]) => checkRoom(room, size, limits[room])),
    ...gone.map((room) => `${room} is not there. Delete its row in test/boundaries/budget.ts.`),
  ]
}

function checkRoom(room: string, { lines, names }: RoomSize, limit: RoomSize | undefined): string[] {
  if (!limit)
    return [
      `${room} has no row in test/boundaries/budget.ts. Add one with ${lines} lines${names === undefined ? '' : ` and ${names} names`}.`,
    ]
  return [
    checkFigure(room, 'source lines', lines, limit.lines, SLACK),
    checkFigure(room, 'public names', names ?? 0, limit.names ?? 0, 0),
  ].filter((problem) => problem !== undefined)
}

function checkFigure(
  room: string,
  unit: string,
  figure: number,
  limit: number,
  slack: number,
): string | undefined {
  if (figure > limit)
    return `${room} has ${figure} ${unit}, ${figure - limit} above its limit of ${limit}. Take something out, or raise the limit in a commit of its own whose message says what a user gets for it.`
  if (figure < limit - slack)
    return `${room} has ${figure} ${unit}, ${limit - figure} below its limit of ${limit}. Lower the limit in test/boundaries/budget.ts to ${figure}.`
  return undefined
}
