import type { ContentPart } from '@antiphon/core'

/** What a file is, by its bytes. */
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
  /** As the files are called; may deceive, show them revealed. */
  names: readonly string[]
  /** Bytes or files, where a limit is the reason. */
  limit?: number
  /** What the file is, where its type is the reason. */
  mediaType?: string
}

/** Why a file that was attached is not ready. `unreadable`: moved, deleted or changed since, or not allowed to be read. */
export type ProblemCode = 'unreadable' | 'upload' | 'resize'

export interface AttachmentItem {
  id: string
  /** As the file is called; may deceive, show it revealed. */
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
  /** Absent for what was there before, such as the attachments of a message that is edited. */
  file?: File
  /** What will be sent, once `ready`. */
  part?: ContentPart
  problem?: { code: ProblemCode; /** The words of the browser or of `upload`. */ detail?: string }
  /** What was done to it because the host asked for it. */
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

export interface AttachmentLimits {
  /** Files in one message. Default 20. */
  files?: number
  /** Bytes of one file. Default 20 MB. */
  fileBytes?: number
  /** Bytes of all files of one message. Default 20 MB: in base64 that is what most servers take in one request. */
  totalBytes?: number
}

export interface UploadContext {
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
 * Stores a file elsewhere and says how it is sent: the address of an image or a file, a whole content part, or undefined
 * for data in the message. A rejection becomes "Upload failed" with Retry, and its message is shown.
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
  /** Text files of at most so many bytes become text of the message and are no files any more. Default 0: none. */
  inlineText?: number
  /** Made-up ids. Default: counted. */
  generateId?: () => string
}

export interface AttachmentsState {
  items: readonly AttachmentItem[]
  refusals: readonly Refusal[]
  /** Nothing is being read or uploaded, and nothing has failed: the message can be sent. */
  isReady: boolean
}

/** What is attached to a message that is not sent yet. Owned outside React; lives as long as its owner wants. */
export interface AttachmentTray {
  getState(): AttachmentsState
  subscribe(listener: () => void): () => void
  /** `folders`: names of dropped folders, which are refused in words. Refusals of files added before go. */
  add(files: Iterable<File>, folders?: readonly string[]): void
  /** Stops reading or uploading it. */
  remove(id: string): void
  retry(id: string): void
  dismissRefusals(): void
  /** After the message was sent. */
  clear(): void
  /** Puts items back as they were, before what was attached since: those of a message that could not be sent. */
  restore(items: readonly AttachmentItem[]): void
  /** Attaches parts that need no reading, such as those of a message that is edited. Texts are left out. */
  attach(parts: readonly ContentPart[]): void
  /** The message: `text` alone when nothing is attached, otherwise parts. What is not ready is not in it. */
  content(text: string): string | ContentPart[]
  /** Changes options; they hold for files that are added from then on. */
  configure(options: AttachmentOptions): void
  /** Says of each part whether the endpoint takes it; `unseenBy` follows it. Undefined: everything is taken. */
  check(takes: ((part: ContentPart) => string | undefined) | undefined): void
}
