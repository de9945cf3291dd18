'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { createAttachmentTray, type AttachmentTrayOptions } from './attachment-tray.js'
import type { AttachmentsState, AttachmentTray } from './types.js'
import { usePartCheck, type PartCheckOptions } from './use-part-check.js'

/** The limits of attachments, where they are uploaded, and the endpoint that has to take them. */
export interface UseAttachmentsOptions extends AttachmentTrayOptions, PartCheckOptions {
  /** A tray that somebody else keeps, such as beside the chat of a thread. It gets the options that are here, and keeps its own others. */
  tray?: AttachmentTray
}

export type Attachments = AttachmentsState & { tray: AttachmentTray }

/**
 * The attachments of the message in the box. Give `tray` to a `Composer`, or draw `items` and `refusals` yourself and send
 * `tray.content(text)`. Below a `ChatProvider` it checks whether the chat's endpoint takes each attachment.
 */
export function useAttachments({
  tray: given,
  endpoint,
  model,
  ...options
}: UseAttachmentsOptions = {}): Attachments {
  const [own] = useState(() => given ?? createAttachmentTray(options))
  const tray = given ?? own
  // After every render, since options may be written in place. Setting them is a plain assignment.
  useEffect(() => tray.configure(given ? { ...given.getOptions(), ...options } : options))
  const check = usePartCheck({ endpoint, model })
  useEffect(() => tray.check(check), [tray, check])
  const state = useSyncExternalStore(tray.subscribe, tray.getState, tray.getState)
  return { ...state, tray }
}
