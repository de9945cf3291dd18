'use client'

import { useToolArguments, type CallWithArguments, type StreamedArguments } from '@antiphon/react'
import type { ReactNode } from 'react'

export interface ArgumentsReaderProps {
  call: CallWithArguments
  children(read: StreamedArguments): ReactNode
}

/** Reads arguments that are being written. Loaded with `lazyLive`. */
export function ArgumentsReader({ call, children }: ArgumentsReaderProps) {
  return children(useToolArguments(call))
}
