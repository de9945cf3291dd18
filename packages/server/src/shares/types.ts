/** A link to a page that one of the user's threads was made into. */
export interface Share {
  /** The hash of its token, which is kept nowhere: so whoever reads the database cannot open the link. */
  id: string
  createdAt: number
  /** Epoch ms. Nothing is answered from then on. */
  expiresAt: number
}

/** Keeps pages that users share. A page ends with its time, with its thread and with its user. */
export interface ShareStore {
  /** False for a thread that is not there, or is deleted. */
  add(userId: string, threadId: string, share: Share, page: string): Promise<boolean>
  /** Links to a thread that have not ended, the oldest first. */
  list(userId: string, threadId: string, now: number): Promise<Share[]>
  remove(userId: string, threadId: string, id: string): Promise<void>
  /** The page of a link that has not ended and whose thread is not deleted. */
  page(id: string, now: number): Promise<string | undefined>
}
