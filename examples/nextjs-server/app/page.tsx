'use client'

import dynamic from 'next/dynamic'

// The conversations are read by the browser, so there is nothing to render before.
const Conversation = dynamic(() => import('./conversation'), { ssr: false })

export default function Page() {
  return <Conversation />
}
