'use client'

import type { ReactNode } from 'react'

const circle = <circle cx="8" cy="8" r="5.75" />

/**
 * Every icon of the kit: a 16px box, 1.5 stroke, round caps. Each state of a call or an ending has a shape of its own,
 * so that it reads without colour. A shape that is a text is the data of one path.
 */
export const iconShapes = {
  done: 'M3.5 8.5l3 3 6-7',
  error: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  running: (
    <>
      <circle cx="8" cy="8" r="5.75" className="antiphon-track" />
      <path d="M8 2.25A5.75 5.75 0 0 1 13.75 8" />
    </>
  ),
  writing: <circle cx="8" cy="8" r="5.75" strokeDasharray="2.7 1.816" />,
  queued: (
    <>
      {circle}
      <path d="M8 4.8V8l2.1 1.4" />
    </>
  ),
  denied: (
    <>
      {circle}
      <path d="M5 8h6" />
    </>
  ),
  cancelled: <rect x="3.75" y="3.75" width="8.5" height="8.5" rx="1.5" />,
  paused: 'M6 4.5v7M10 4.5v7',
  'cut-off': (
    <>
      <circle cx="4.5" cy="4.5" r="1.8" />
      <circle cx="4.5" cy="11.5" r="1.8" />
      <path d="M6 5.5l7 5.5M6 10.5l7-5.5" />
    </>
  ),
  unanswered: 'M5.3 5.7a2.7 2.7 0 1 1 3.9 2.4C8.4 8.5 8 9 8 9.9M8 12.8v.1',
  awaiting:
    'M5 9V4.3a1 1 0 0 1 2 0V7.5M7 7.3V3.1a1 1 0 0 1 2 0v4.2M9 7.4V4a1 1 0 0 1 2 0v4M11 7a1 1 0 0 1 2 0v2.8c0 2.4-1.7 4-4 4h-.5c-1.3 0-2.3-.6-3-1.6L3.1 9.7a1 1 0 0 1 1.6-1.2L5.6 9.7',
  orphan:
    'M6.6 9.4l-1.3 1.3a2.1 2.1 0 0 1-3-3l1.4-1.4M9.4 6.6l1.3-1.3a2.1 2.1 0 0 1 3 3l-1.4 1.4M6 2.6v1.6M2.6 6h0M10 13.4v-1.6',
  filtered: 'M8 2.2l5 1.8v3.6c0 3-2.1 5-5 6.2-2.9-1.2-5-3.2-5-6.2V4z',
  declined: 'M2.8 3.5h10.4v7H8.6L5.6 13v-2.5H2.8zM6 7h4',
  incomplete: 'M2.2 8H6M10 8h3.8M6 4.8v6.4M10 4.8v6.4',
  other: <path d="M3.6 8h.1M8 8h.1M12.3 8h.1" strokeWidth="2.2" />,
  alert: (
    <>
      {circle}
      <path d="M8 4.8v3.7M8 11v.1" />
    </>
  ),
  thinking: 'M8 2.2v3M8 10.8v3M2.2 8h3M10.8 8h3M4 4l1.8 1.8M10.2 10.2L12 12M12 4l-1.8 1.8M5.8 10.2L4 12',
  hidden: 'M2.2 8s2.1-3.7 5.8-3.7S13.8 8 13.8 8s-2.1 3.7-5.8 3.7S2.2 8 2.2 8zM3.6 12.9l8.8-9.8',
  group: 'M3 8h3M6 4v8M6 4h6M6 12h6',
  notice: 'M3 4.5h10M3 8h10M3 11.5h6',
  chevron: 'M6 4l4 4-4 4',
  'chevron-down': 'M4 6l4 4 4-4',
  previous: 'M9.5 4.5L6 8l3.5 3.5',
  next: 'M6.5 4.5L10 8l-3.5 3.5',
  copy: (
    <>
      <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5" />
      <path d="M3 10.5v-6A1.5 1.5 0 0 1 4.5 3h6" />
    </>
  ),
  retry: 'M12.8 8a4.8 4.8 0 1 1-1.4-3.4M12.8 2.5v3h-3',
  continued: 'M3 4h10M3 7.75h4M3 11.5h9.6M10.2 8.9l2.6 2.6-2.6 2.6',
  edit: 'M3 13l.6-2.8 7-7a1.4 1.4 0 0 1 2 0l.2.2a1.4 1.4 0 0 1 0 2l-7 7zM9.4 4.4l2.2 2.2',
  send: 'M8 13V3M3.8 7.2L8 3l4.2 4.2',
  stop: <rect x="3.5" y="3.5" width="9" height="9" rx="2" fill="currentColor" stroke="none" />,
  attach: 'M12.5 7.5l-5 5a3 3 0 0 1-4.2-4.2l5.5-5.5a2 2 0 0 1 2.8 2.8l-5.5 5.5a1 1 0 0 1-1.4-1.4l5-5',
  close: 'M4.8 4.8l6.4 6.4M11.2 4.8l-6.4 6.4',
  camera: (
    <>
      <path d="M2.5 5h2.2l1-1.6h4.6l1 1.6h2.2v7.5h-11z" />
      <circle cx="8" cy="8.6" r="2.2" />
    </>
  ),
  image: (
    <>
      <rect x="2.5" y="3" width="11" height="10" rx="1.5" />
      <path d="M2.8 11l3-3 2.4 2.4 1.8-1.8 3.2 3.2M10.4 5.9h.1" />
    </>
  ),
  audio: 'M3.5 6.5v3M6.5 4v8M9.5 5.5v5M12.5 7v2',
  play: <path d="M5 3.2l7.5 4.8L5 12.8z" fill="currentColor" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2.2" />,
  'step-back': 'M11.5 3.8L6 8l5.5 4.2zM4.2 3.8v8.4',
  'step-forward': 'M4.5 3.8L10 8l-5.5 4.2zM11.8 3.8v8.4',
  pick: (
    <>
      <circle cx="8" cy="8" r="4" />
      <path d="M8 1.8v3.4M8 10.8v3.4M1.8 8h3.4M10.8 8h3.4" />
    </>
  ),
  repaired:
    'M10.2 2.6a3.4 3.4 0 0 0-4 4.3l-3.9 3.9a1.5 1.5 0 0 0 2.1 2.1l3.9-3.9a3.4 3.4 0 0 0 4.3-4l-2 2-1.9-.5-.5-1.9z',
  save: 'M8 2.5v7.2M4.8 6.6L8 9.8l3.2-3.2M3 12.8h10',
  open: 'M8 10V2.8M4.8 5.8L8 2.6l3.2 3.2M3 12.8h10',
  clear: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.5M9.2 7v3.5',
  paste: 'M5.5 3.5H4v10h8v-10h-1.5M5.8 2.3h4.4v2.4H5.8zM6.5 8h3M6.5 10.5h3',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  pin: 'M6 2h4l-.5 5 2.5 2.5H4L6.5 7 6 2zM8 9.5V14',
  unpin: <path d="M6 2h4l-.5 5 2.5 2.5H4L6.5 7 6 2zM8 9.5V14" fill="currentColor" />,
} satisfies Record<string, ReactNode>

/** The name of an icon of the kit. */
export type IconName = keyof typeof iconShapes
