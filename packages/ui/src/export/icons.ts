import { el, join, own, type Html } from './html.js'

const circle = '<circle cx="8" cy="8" r="5.75"/>'

/** The shapes of the kit's icons that a page at rest needs; a test holds them to those of the components. */
export const shapes = {
  done: '<path d="M3.5 8.5l3 3 6-7"/>',
  error: '<path d="M4.5 4.5l7 7M11.5 4.5l-7 7"/>',
  denied: `${circle}<path d="M5 8h6"/>`,
  cancelled: '<rect x="3.75" y="3.75" width="8.5" height="8.5" rx="1.5"/>',
  'cut-off':
    '<circle cx="4.5" cy="4.5" r="1.8"/><circle cx="4.5" cy="11.5" r="1.8"/><path d="M6 5.5l7 5.5M6 10.5l7-5.5"/>',
  unanswered: '<path d="M5.3 5.7a2.7 2.7 0 1 1 3.9 2.4C8.4 8.5 8 9 8 9.9M8 12.8v.1"/>',
  orphan:
    '<path d="M6.6 9.4l-1.3 1.3a2.1 2.1 0 0 1-3-3l1.4-1.4M9.4 6.6l1.3-1.3a2.1 2.1 0 0 1 3 3l-1.4 1.4M6 2.6v1.6M2.6 6h0M10 13.4v-1.6"/>',
  filtered: '<path d="M8 2.2l5 1.8v3.6c0 3-2.1 5-5 6.2-2.9-1.2-5-3.2-5-6.2V4z"/>',
  declined: '<path d="M2.8 3.5h10.4v7H8.6L5.6 13v-2.5H2.8zM6 7h4"/>',
  incomplete: '<path d="M2.2 8H6M10 8h3.8M6 4.8v6.4M10 4.8v6.4"/>',
  other: '<path d="M3.6 8h.1M8 8h.1M12.3 8h.1" stroke-width="2.2"/>',
  alert: `${circle}<path d="M8 4.8v3.7M8 11v.1"/>`,
  thinking:
    '<path d="M8 2.2v3M8 10.8v3M2.2 8h3M10.8 8h3M4 4l1.8 1.8M10.2 10.2L12 12M12 4l-1.8 1.8M5.8 10.2L4 12"/>',
  hidden: '<path d="M2.2 8s2.1-3.7 5.8-3.7S13.8 8 13.8 8s-2.1 3.7-5.8 3.7S2.2 8 2.2 8zM3.6 12.9l8.8-9.8"/>',
  group: '<path d="M3 8h3M6 4v8M6 4h6M6 12h6"/>',
  notice: '<path d="M3 4.5h10M3 8h10M3 11.5h6"/>',
  chevron: '<path d="M6 4l4 4-4 4"/>',
  image:
    '<rect x="2.5" y="3" width="11" height="10" rx="1.5"/><path d="M2.8 11l3-3 2.4 2.4 1.8-1.8 3.2 3.2M10.4 5.9h.1"/>',
  audio: '<path d="M3.5 6.5v3M6.5 4v8M9.5 5.5v5M12.5 7v2"/>',
  file: '<path d="M4 2.5h5l3 3v8H4zM9 2.5v3h3"/>',
} as const

export type ExportIcon = keyof typeof shapes

/** All shapes once, at the beginning of the page. */
export function iconSheet(): Html {
  const symbols = Object.entries(shapes).map(([name, shape]) =>
    el('symbol', { id: `i-${name}`, viewBox: '0 0 16 16' }, own(shape)),
  )
  return el('svg', { class: 'sheet', 'aria-hidden': 'true', focusable: 'false' }, join(symbols))
}

export function icon(name: ExportIcon): Html {
  return el('svg', { 'aria-hidden': 'true', focusable: 'false' }, el('use', { href: `#i-${name}` }))
}
