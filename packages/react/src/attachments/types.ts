import type { ContentPart } from '@antiphon/core'

/** The kind of a file, by its bytes. */
export type MediaKind = 'image' | 'audio' | 'pdf' | 'text' | 'other'

/** Why something was not attached at all. */
export type RefusalReason =
  | 'empty'
  | 'folder'
  | 'too-large'
  | 'too-large-together'
  | 'too-many'
  | 'type'
  | 'twice'

/** Files that were not attached, for one reason. Kept until it is dismissed or the message is sent. */
export interface Refusal {
  reason: RefusalReason
  /** The names of the files. They may deceive: show hidden characters. */
  names: readonly string[]
  /** Bytes or files, where a limit is the reason. */
  limit?: number
  /** The type of the file, where the type is the reason. */
  mediaType?: string
}

/** Why a file that was attached is not ready. `unreadable`: moved, deleted or changed since, or not allowed to be read. */
export type ProblemCode = 'unreadable' | 'upload' | 'resize'

/** One attachment of an unsent message, from picking it to its place in the message. */
export interface AttachmentItem {
  id: string
  /** The name of the file. It may deceive: show hidden characters. */
  name: string
  /** In bytes; undefined for a part whose data lies elsewhere. */
  size?: number
  /** `uploading` while it is read or uploaded. */
  state: 'uploading' | 'ready' | 'error'
  /** 0 to 1 while `uploading`. */
  progress: number
  kind?: MediaKind
  /** Such as `image/png`, by its bytes and name, not by what the system said. */
  mediaType?: string
  /** Absent for existing parts, such as those of an edited message. */
  file?: File
  /** The content part to send, once `ready`. */
  part?: ContentPart
  problem?: { code: ProblemCode; /** The words of the browser or of `upload`. */ detail?: string }
  /** The change to the file that the host asked for. */
  resized?: { from: ImageSize; to: ImageSize }
  /** The encoding it was read in, when it was not UTF-8. */
  encoding?: string
  /** Name of the endpoint family that takes no such part: the model will see its name only. */
  unseenBy?: string
}

export interface ImageSize {
  width: number
  height: number
}

interface AttachmentLimits {
  /** Files in one message. Default 20. */
  files?: number
  /** Bytes of one file. Default 20 MB. */
  fileBytes?: number
  /** Bytes of all files of one message. Default 20 MB: in base64 that is what most servers take in one request. */
  totalBytes?: number
}

interface UploadContext {
  /** Aborted when the attachment is removed. */
  signal: AbortSignal
  /** 0 to 1. */
  onProgress(fraction: number): void
  kind: MediaKind
  mediaType: string
  /** The cleaned name, unique in the message. */
  name: string
}

/**
 * Stores a file elsewhere. Return the address of an image or a file, a whole content part, or undefined to send the data in
 * the message. A rejection becomes "Upload failed" with Retry, and its message is shown.
 */
export type Upload = (file: File, context: UploadContext) => Promise<string | ContentPart | undefined>

export interface ResizeOptions {
  /** Longest side in pixels. Smaller images stay as they are. */
  maxSide: number
  /** Default: that of the image. GIFs are never touched. */
  mediaType?: 'image/jpeg' | 'image/png' | 'image/webp'
  /** 0 to 1, for JPEG and WebP. Default 0.9. */
  quality?: number
}

export interface AttachmentOptions {
  limits?: AttachmentLimits
  /**
   * Media types that may be attached; `audio/*` for all of a kind. Default: PNG, JPEG, GIF, WebP, WAV, MP3, PDF and `text/*`,
   * which is everything that is text by its bytes.
   */
  types?: readonly string[]
  /** Default: the data goes into the message. */
  upload?: Upload
  /** Default: images are sent as they are. */
  resizeImages?: ResizeOptions
  /** Text files of up to this many bytes become text of the message instead of files. Default 0: none. */
  inlineText?: number
  /** Made-up ids. Default: counted. */
  generateId?: () => string
}

/** The attachments of a tray, and the files that it did not take. */
export interface AttachmentsState {
  items: readonly AttachmentItem[]
  refusals: readonly Refusal[]
  /** The option `types`, where the host set it. */
  types?: readonly string[]
  /** True when the message can be sent: nothing is being read or uploaded, and nothing has failed. */
  isReady: boolean
}

/** The attachments of an unsent message. It lives outside React, as long as its owner keeps it. */
export interface AttachmentTray {
  getState(): AttachmentsState
  subscribe(listener: () => void): () => void
  /** `folders`: names of dropped folders, which are refused in words. Earlier refusals go. */
  add(files: Iterable<File>, folders?: readonly string[]): void
  /** Stops reading or uploading it. */
  remove(id: string): void
  retry(id: string): void
  dismissRefusals(): void
  /** After the message was sent. */
  clear(): void
  /** Puts back the items of a message that could not be sent, before the items that were attached since. */
  restore(items: readonly AttachmentItem[]): void
  /** Attaches parts that need no reading, such as those of an edited message. Texts are left out. */
  attach(parts: readonly ContentPart[]): void
  /** The content to send: `text` alone when nothing is attached, otherwise parts. Items that are not ready are left out. */
  content(text: string): string | ContentPart[]
  getOptions(): AttachmentOptions
  /** Changes options for files that are added later. */
  configure(options: AttachmentOptions): void
  /** Sets the check whether the endpoint takes a part; `unseenBy` shows its result. Undefined: every part is taken. */
  check(takes: ((part: ContentPart) => string | undefined) | undefined): void
}
