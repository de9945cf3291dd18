import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg data-slot="markdown-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {children}
    </svg>
  )
}

export const CopyIcon = () => (
  <Icon>
    <rect x="5.5" y="5.5" width="7.5" height="7.5" rx="1.5" />
    <path d="M3 10.5V4.5A1.5 1.5 0 0 1 4.5 3h6" />
  </Icon>
)

export const CheckIcon = () => (
  <Icon>
    <path d="M3.5 8.5l3 3 6-7" />
  </Icon>
)

export const WrapIcon = () => (
  <Icon>
    <path d="M2.5 4h11M2.5 8h8.8a2.2 2.2 0 0 1 0 4.4H8M9.6 10.8L8 12.4 9.6 14M2.5 12.4h2.5" />
  </Icon>
)

export const ImageIcon = () => (
  <Icon>
    <rect x="2.5" y="3.5" width="11" height="9" rx="1.5" />
    <path d="M4 11l3-3 2 2 1.5-1.5L13 11M10.6 6.2v.1" />
  </Icon>
)
