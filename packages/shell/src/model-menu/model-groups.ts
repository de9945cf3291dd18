import type { ModelInfo } from '@antiphon/providers'
import type { MenuItem } from '@antiphon/ui/parts'

/** One line of the popover. */
export type ModelLine =
  | { type: 'model'; id: string; model: ModelInfo }
  /** An id that is in no list. */
  | { type: 'typed'; id: string }
  | { type: 'action'; id: string; action: MenuItem }

export interface ModelGroup {
  id: string
  /** Absent: the group has no heading. */
  label?: string
  lines: readonly ModelLine[]
}

/** Lines that are drawn; hosted endpoints list hundreds, and one narrows those by typing. */
const MOST = 60
/** Up to this many models are in one list, without families. */
const SHORT = 6

/** Who made a model, as far as its id or the server says: `meta-llama/llama-3` and `qwen3:8b` are of `meta-llama` and `qwen`. */
export function familyOf({ id, ownedBy }: ModelInfo): string {
  const slash = id.indexOf('/')
  if (slash > 0) return id.slice(0, slash)
  return /^[a-z]+/i.exec(id)?.[0].toLowerCase() ?? ownedBy ?? ''
}

/** Models by family. A word without a version after it, as in `one-tool`, names no family, so `ownedBy` of the server counts. */
function byFamily(models: readonly ModelInfo[]): Map<string, ModelInfo[]> {
  const versioned = new Set(models.filter(({ id }) => /[/\d]/.test(id)).map(familyOf))
  const families = new Map<string, ModelInfo[]>()
  for (const model of models) {
    const named = familyOf(model)
    const family = versioned.has(named) ? named : (model.ownedBy ?? named)
    families.set(family, [...(families.get(family) ?? []), model])
  }
  return families
}

/** Every word that was typed is in the id, the name or the description. */
function fits({ id, name = '', description = '' }: ModelInfo, words: readonly string[]): boolean {
  const text = `${id} ${name} ${description}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

export interface ModelGroupsOptions {
  models: readonly ModelInfo[]
  typed: string
  /** Id of the model in use, which comes first. */
  used: string
  /** Ids that were used before, the last first. */
  recents: readonly string[]
  actions: readonly MenuItem[]
  words: { recent: string; all: string; others: string }
}

/** The lines of the popover: models used last, then all by family. While one types: models that fit, and the typed id itself. */
export function modelGroups(options: ModelGroupsOptions): { groups: ModelGroup[]; more: number } {
  const { models, used, recents, actions, words } = options
  const typed = options.typed.trim()
  const sought = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const fitting = models.filter((model) => fits(model, sought))
  const line = (model: ModelInfo): ModelLine => ({ type: 'model', id: model.id, model })
  const groups: ModelGroup[] = []

  const before = sought.length > 0 ? [] : [...new Set([used, ...recents])]
  const recent = before.flatMap((id) => models.find((model) => model.id === id) ?? [])
  // A short list is seen at once, and the model in use alone is marked in its family.
  if (recent.length > 1 && models.length > SHORT)
    groups.push({ id: 'recent', label: words.recent, lines: recent.map(line) })

  const shown = fitting.slice(0, MOST)
  const families = byFamily(shown)
  if (families.size === 1 || shown.length <= SHORT) {
    if (shown.length > 0)
      groups.push({ id: 'all', label: groups.length > 0 ? words.all : undefined, lines: shown.map(line) })
  } else {
    const single = [...families].filter(([, members]) => members.length === 1)
    for (const [family, members] of families)
      if (members.length > 1) groups.push({ id: `family ${family}`, label: family, lines: members.map(line) })
    if (single.length > 0)
      groups.push({
        id: 'others',
        label: groups.length > 0 ? words.others : undefined,
        lines: single.map(([, [model]]) => line(model!)),
      })
  }

  const last: ModelLine[] = actions.map((action) => ({ type: 'action', id: action.id, action }))
  if (typed !== '' && !models.some(({ id }) => id === typed)) last.unshift({ type: 'typed', id: typed })
  if (last.length > 0) groups.push({ id: 'actions', lines: last })
  return { groups, more: fitting.length - shown.length }
}
