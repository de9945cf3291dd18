import '@antiphon/ui/styles.css'
import type { ReactNode } from 'react'

export const metadata = { title: 'Chat', icons: { icon: 'data:,' } }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ margin: 0 }}>{children}</body>
    </html>
  )
}
