import type { ReactNode } from 'react'

/** Icons of the app, beside those of the kit: a box of 16, a stroke of 1.5, round caps. */
const shapes = {
  sidebar: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="2" />
      <path d="M6.5 3v10" />
    </>
  ),
  menu: <path d="M2.5 5.5h11M2.5 10.5h7" />,
  chat: <path d="M2.75 3.5h10.5v7.25H7.5L4.75 13v-2.25h-2z" />,
  search: (
    <>
      <circle cx="7.25" cy="7.25" r="4.5" />
      <path d="m10.6 10.6 3 3" />
    </>
  ),
  folder: <path d="M2.5 12.5v-9h4l1.5 2h5.5v7z" />,
  share: <path d="M8 9.5v-7M5.2 5 8 2.2 10.8 5M3.5 8v5h9V8" />,
  wire: (
    <path d="M6 2.5c-2 0-1.5 2-1.5 3S4 8 2.5 8C4 8 4.5 9.5 4.5 10.5s-.5 3 1.5 3M10 2.5c2 0 1.5 2 1.5 3S12 8 13.5 8c-1.5 0-2 1.5-2 2.5s.5 3-1.5 3" />
  ),
  versions: (
    <>
      <path d="M4.5 5.5v5M4.5 8.5c4 0 7 0 7-3" />
      <circle cx="4.5" cy="3.75" r="1.75" />
      <circle cx="4.5" cy="12.25" r="1.75" />
      <circle cx="11.5" cy="3.75" r="1.75" />
    </>
  ),
  settings: (
    <>
      <path d="M2 4.5h5.5M12.5 4.5H14M2 11.5h1.5M8.5 11.5H14" />
      <circle cx="10" cy="4.5" r="2.25" />
      <circle cx="6" cy="11.5" r="2.25" />
    </>
  ),
  density: <path d="M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11" />,
  theme: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.5v1.25M8 13.25v1.25M1.5 8h1.25M13.25 8h1.25M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9" />
    </>
  ),
  compare: (
    <>
      <rect x="2.5" y="3" width="4.25" height="10" rx="1" />
      <rect x="9.25" y="3" width="4.25" height="10" rx="1" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.5" />
      <path d="M4.5 6.75h.1M7 6.75h.1M9.5 6.75h.1M11.5 6.75h.1M5.5 9.5h5" />
    </>
  ),
  code: <path d="M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5" />,
  title: <path d="M3 4V3h10v1M8 3v10M6 13h4" />,
  prompt: <path d="M3 4.5 6.5 8 3 11.5M8 12h5" />,
  price: (
    <path d="M11 4.8C10.4 3.8 9.300 3.300 8 3.300 6.300 3.300 5 4.200 5 5.600c0 3.300 6.200 1.500 6.200 4.800 0 1.400-1.400 2.300-3.200 2.300-1.500 0-2.700-.6-3.200-1.700M8 1.800v12.400" />
  ),
  bell: <path d="M4 11.500V7.200a4 4 0 0 1 8 0v4.300l1 1H3zM6.800 14.200h2.400" />,
  text: (
    <path d="M2.500 12.500 6 3.500l3.500 9M3.600 9.800h4.800M11 12.500l1.800-5 1.700 5M11.500 11h2.600" />
  ),
  about: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.300v3.700M8 4.900v.1" />
    </>
  ),
  plus: <path d="M8 3v10M3 8h10" />,
  tools: (
    <path d="M13.2 4.6 11 6.800 9.200 5 11.400 2.800a3.600 3.600 0 0 0-4.700 4.500L2.700 11.300l2 2 4-4a3.600 3.600 0 0 0 4.500-4.700z" />
  ),
  microphone: (
    <>
      <rect x="6" y="2" width="4" height="7" rx="2" />
      <path d="M3.500 7.500a4.500 4.500 0 0 0 9 0M8 12v2" />
    </>
  ),
  server: (
    <>
      <rect x="2.5" y="3" width="11" height="4" rx="1" />
      <rect x="2.5" y="9" width="11" height="4" rx="1" />
      <path d="M5 5h.1M5 11h.1" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type AppIconName = keyof typeof shapes

export const isAppIcon = (name: string): name is AppIconName => Object.hasOwn(shapes, name)

export function AppIcon({ name, className = '' }: { name: AppIconName; className?: string }) {
  return (
    <svg
      data-icon={name}
      className={`size-4 flex-none ${className}`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}

/** The mark of Antiphon: a call and its answer. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-[9px] text-[15px] leading-8 font-heading tracking-[-.014em]">
      <svg viewBox="0 0 18 18" className="size-[18px] flex-none" aria-hidden="true">
        <g className="text-accent" fill="currentColor">
          <rect x="6" y="3" width="11" height="3" rx="1.5" opacity=".55" />
          <rect x="1" y="7.5" width="11" height="3" rx="1.5" />
          <rect x="1" y="12" width="7" height="3" rx="1.5" />
        </g>
      </svg>
      Antiphon
    </span>
  )
}
